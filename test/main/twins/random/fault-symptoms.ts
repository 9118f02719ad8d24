import type { SampleFault } from '../../../../main/contract/entropy/sample-fault'

/**
 * The health test that fires where a fault is strong, and the estimator that sinks where it is weak. Samples of a detector that
 * saturates gather at several values. The proportion counts the one that its window began with; the lag prediction counts all of
 * them, and fires first where a window began with a rare value.
 */
export const FAULT_SYMPTOMS = {
  stuck: { health_test: 'repetition_count', estimator: 'most_common_value' },
  bias_ramp: { health_test: 'adaptive_proportion', estimator: 'most_common_value' },
  periodic: { health_test: 'lag_prediction', estimator: 'lag' },
  lag: { health_test: 'lag_prediction', estimator: 'lag' },
  saturation: { health_test: 'adaptive_proportion', estimator: 'most_common_value' },
} as const satisfies Record<SampleFault['kind'], object>
