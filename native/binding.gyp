{
  # kernels: no Node inside. pentad_native: the addon. kernels_test: the C++ unit tests.
  'target_defaults': {
    'default_configuration': 'Release',
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
        'alias.cc', 'circuit.cc', 'circuit_check.cc', 'frame_block.cc', 'frame_kernels.cc', 'frame_loops_portable.cc',
        'frame_noise.cc', 'frame_outcomes.cc', 'frame_plan.cc', 'frame_span.cc', 'frames.cc',
        'certain.cc', 'joint_weights.cc', 'readout.cc', 'sampling.cc', 'statevector.cc', 'statevector_weights.cc', 'tally.cc',
        'stabilizer.cc', 'stabilizer_affine.cc', 'stabilizer_check.cc', 'stabilizer_counts.cc', 'stabilizer_group.cc',
        'stabilizer_groups.cc', 'stabilizer_noise.cc', 'stabilizer_reference.cc', 'stabilizer_shots.cc',
        'stabilizer_tableau.cc', 'stabilizer_tree.cc',
        'trajectory.cc', 'trajectory_block.cc', 'trajectory_check.cc', 'trajectory_job.cc', 'trajectory_plan.cc',
        'trajectory_readout.cc', 'trajectory_shots.cc', 'trajectory_state.cc', 'trajectory_strikes.cc',
        'trajectory_worker.cc',
      ],
      'cflags': ['-fPIC', '-fvisibility=hidden'],
      'conditions': [
        ['target_arch=="x64" and OS!="win"', {'dependencies': ['frames_avx2'], 'defines': ['PENTAD_X86']}],
      ],
    },
    # The frame sampler's loops over planes for processors that have AVX2, chosen at run time.
    {
      'target_name': 'frames_avx2',
      'type': 'static_library',
      'sources': ['frame_loops_avx2.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden', '-mavx2', '-mbmi', '-mbmi2', '-mpopcnt'],
      'xcode_settings': {'OTHER_CFLAGS': ['-mavx2', '-mbmi', '-mbmi2', '-mpopcnt']},
    },
    # Sums as the decoder in TypeScript does them: no multiplication and addition may be fused.
    {
      'target_name': 'beliefs',
      'type': 'static_library',
      'sources': ['belief_tree.cc', 'belief_walk.cc', 'beliefs.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden', '-ffp-contract=off'],
      'xcode_settings': {'OTHER_CFLAGS': ['-ffp-contract=off']},
    },
    # The state vector's planner and inner loops; the loops are compiled once for each instruction set, chosen at run time.
    {
      'target_name': 'sweeps',
      'type': 'static_library',
      'sources': ['deferral.cc', 'emit.cc', 'plan.cc', 'sweep.cc', 'sweep_portable.cc', 'sweep_writer.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden'],
      'conditions': [
        ['target_arch=="x64" and OS!="win"', {'dependencies': ['sweeps_avx2', 'sweeps_avx512'], 'defines': ['PENTAD_X86']}],
      ],
    },
    {
      'target_name': 'sweeps_avx2',
      'type': 'static_library',
      'sources': ['sweep_avx2.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden', '-mavx2', '-mfma'],
      'xcode_settings': {'OTHER_CFLAGS': ['-mavx2', '-mfma']},
    },
    {
      'target_name': 'sweeps_avx512',
      'type': 'static_library',
      'sources': ['sweep_avx512.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden', '-mavx512f', '-mavx512dq', '-mavx512vl', '-mfma'],
      'xcode_settings': {'OTHER_CFLAGS': ['-mavx512f', '-mavx512dq', '-mavx512vl', '-mfma']},
    },
    {
      'target_name': 'pentad_native',
      'sources': ['addon.cc', 'addon_beliefs.cc', 'addon_stabilizer.cc', 'addon_trajectory.cc', 'arguments.cc'],
      'dependencies': [
        'beliefs',
        'kernels',
        'sweeps',
        '<!(node -p "require(\'node-addon-api\').targets"):node_addon_api_except',
      ],
      'defines': ['NAPI_VERSION=8'],
    },
    {
      'target_name': 'kernels_test',
      'type': 'executable',
      'sources': [
        'beliefs_test.cc', 'circuit_test.cc', 'collapse_test.cc', 'frame_kernels_test.cc', 'frames_test.cc', 'kernels_test.cc', 'stabilizer_test.cc', 'statevector_test.cc', 'trajectory_test.cc',
      ],
      'dependencies': ['beliefs', 'kernels', 'sweeps'],
      'win_delay_load_hook': 'false',
    },
  ],
}
