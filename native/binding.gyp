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
      'sources': ['circuit.cc', 'frame_block.cc', 'frames.cc', 'statevector.cc', 'tally.cc'],
      'cflags': ['-fPIC', '-fvisibility=hidden'],
    },
    # The state vector's planner and inner loops; the loops are compiled once for each instruction set, chosen at run time.
    {
      'target_name': 'sweeps',
      'type': 'static_library',
      'sources': ['deferral.cc', 'emit.cc', 'plan.cc', 'sweep.cc', 'sweep_portable.cc'],
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
      'sources': ['addon.cc', 'arguments.cc'],
      'dependencies': [
        'kernels',
        'sweeps',
        '<!(node -p "require(\'node-addon-api\').targets"):node_addon_api_except',
      ],
      'defines': ['NAPI_VERSION=8'],
    },
    {
      'target_name': 'kernels_test',
      'type': 'executable',
      'sources': ['circuit_test.cc', 'frames_test.cc', 'kernels_test.cc'],
      'dependencies': ['kernels', 'sweeps'],
      'win_delay_load_hook': 'false',
    },
  ],
}
