{
  # kernels: no Node inside. pentad_native: the addon. kernels_test: the C++ unit tests.
  'target_defaults': {
    'default_configuration': 'Release',
    'include_dirs': ['.'],
    'cflags_cc!': ['-std=gnu++17', '-std=gnu++20', '-fno-exceptions', '-O2'],
    'cflags_cc': ['-std=c++20', '-O3', '-fexceptions', '-Wall', '-Wextra', '-pthread'],
    'ldflags': ['-pthread'],
    'xcode_settings': {
      'CLANG_CXX_LANGUAGE_STANDARD': 'c++20',
      'CLANG_CXX_LIBRARY': 'libc++',
      'GCC_ENABLE_CPP_EXCEPTIONS': 'YES',
      'GCC_OPTIMIZATION_LEVEL': '3',
      'MACOSX_DEPLOYMENT_TARGET': '12.0',
    },
    'msvs_settings': {
      'VCCLCompilerTool': {
        'ExceptionHandling': 1,
        'AdditionalOptions': ['/std:c++20'],
      },
    },
  },
  'targets': [
    {
      'target_name': 'kernels',
      'type': 'static_library',
      'sources': [
        'amplitudes/readout.cc', 'amplitudes/sampling.cc', 'amplitudes/state.cc',
        'amplitudes/tally.cc', 'amplitudes/tile-state.cc', 'amplitudes/weights.cc',
        'base/alias-method.cc', 'base/poisson.cc',
        'clifford/program.cc', 'clifford/reference-tree.cc', 'clifford/reference.cc',
        'clifford/tableau.cc',
        'extraction/circulant.cc', 'extraction/loops-portable.cc', 'extraction/product.cc',
        'frames/block.cc', 'frames/fault-events.cc', 'frames/fault-table.cc', 'frames/plan.cc',
        'frames/sample.cc', 'frames/span.cc',
        'planes/kernels.cc', 'planes/loops-portable.cc',
        'stabilizer/affine-sampler.cc', 'stabilizer/group-sampler.cc', 'stabilizer/noise.cc',
        'stabilizer/outcome-table.cc', 'stabilizer/sample.cc', 'stabilizer/shot-group.cc',
        'stabilizer/transpose.cc',
        'statevector/basis-qubits.cc', 'statevector/check.cc', 'statevector/circuit.cc',
        'statevector/deferral.cc', 'statevector/joint-weights.cc', 'statevector/pauli-values.cc',
        'statevector/rows.cc',
        'trajectories/block.cc', 'trajectories/measure.cc', 'trajectories/noise.cc',
        'trajectories/plan.cc', 'trajectories/sample.cc', 'trajectories/shots.cc',
        'trajectories/worker.cc',
      ],
      'cflags': ['-fPIC', '-fvisibility=hidden'],
      'conditions': [
        ['target_arch=="x64" and OS!="win"', {'dependencies': ['extraction_pclmul', 'planes_avx2'], 'defines': ['PENTAD_X86']}],
      ],
    },
    # Carry-less products for processors that have the instruction, chosen at run time.
    {
      'target_name': 'extraction_pclmul',
      'type': 'static_library',
      'sources': ['extraction/loops-pclmul.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden', '-mavx2', '-mpclmul'],
      'xcode_settings': {'OTHER_CFLAGS': ['-mavx2', '-mpclmul']},
    },
    # Loops over planes for processors that have AVX2, chosen at run time.
    {
      'target_name': 'planes_avx2',
      'type': 'static_library',
      'sources': ['planes/loops-avx2.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden', '-mavx2', '-mbmi', '-mbmi2', '-mpopcnt'],
      'xcode_settings': {'OTHER_CFLAGS': ['-mavx2', '-mbmi', '-mbmi2', '-mpopcnt']},
    },
    # Sums as the decoder in TypeScript does them: no multiplication and addition may be fused.
    {
      'target_name': 'decoding',
      'type': 'static_library',
      'sources': ['decoding/belief-tree.cc', 'decoding/flag-map.cc', 'decoding/shot-decoder.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden', '-ffp-contract=off'],
      'xcode_settings': {'OTHER_CFLAGS': ['-ffp-contract=off']},
    },
    # The state vector's planner and inner loops; the loops are compiled once for each instruction set, chosen at run time.
    {
      'target_name': 'sweeps',
      'type': 'static_library',
      'sources': [
        'sweeps/fusion.cc', 'sweeps/kernels.cc', 'sweeps/loops-portable.cc', 'sweeps/plan.cc',
        'sweeps/writer.cc',
      ],
      'cflags': ['-fPIC', '-fvisibility=hidden'],
      'conditions': [
        ['target_arch=="x64" and OS!="win"', {'dependencies': ['sweeps_avx2', 'sweeps_avx512'], 'defines': ['PENTAD_X86']}],
      ],
    },
    {
      'target_name': 'sweeps_avx2',
      'type': 'static_library',
      'sources': ['sweeps/loops-avx2.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden', '-mavx2', '-mfma'],
      'xcode_settings': {'OTHER_CFLAGS': ['-mavx2', '-mfma']},
    },
    {
      'target_name': 'sweeps_avx512',
      'type': 'static_library',
      'sources': ['sweeps/loops-avx512.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden', '-mavx512f', '-mavx512dq', '-mavx512vl', '-mfma'],
      'xcode_settings': {'OTHER_CFLAGS': ['-mavx512f', '-mavx512dq', '-mavx512vl', '-mfma']},
    },
    {
      'target_name': 'pentad_native',
      'sources': [
        'addon/arguments.cc', 'addon/decoding.cc', 'addon/extraction.cc', 'addon/frames.cc', 'addon/module.cc',
        'addon/programs.cc', 'addon/results.cc', 'addon/stabilizer.cc', 'addon/statevector.cc',
        'addon/task.cc', 'addon/trajectories.cc',
      ],
      'dependencies': [
        'decoding',
        'kernels',
        'sweeps',
        '<!(node -p "require(\'node-addon-api\').targets"):node_addon_api_except',
      ],
      # Nothing can be thrown into an environment that is ending: node-addon-api then drops the exception, and does not end the process.
      'defines': ['NAPI_VERSION=8', 'NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS'],
    },
    {
      'target_name': 'kernels_test',
      'type': 'executable',
      'sources': [
        'decoding/flag-map-test.cc',
        'extraction/circulant-test.cc',
        'frames/kernels-test.cc', 'frames/sample-test.cc',
        'kernels-test.cc',
        'stabilizer/sample-test.cc',
        'statevector/circuit-test.cc', 'statevector/collapse-test.cc', 'statevector/gates-test.cc',
        'statevector/pauli-values-test.cc',
        'statevector/rows-test.cc',
        'trajectories/sample-test.cc',
      ],
      'dependencies': ['decoding', 'kernels', 'sweeps'],
      'win_delay_load_hook': 'false',
    },
  ],
}
