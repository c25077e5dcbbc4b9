import type { Calibration } from './model.js';

/**
 * How much each sign of a wish tells of its being right. Fitted by `npm run bench:planner -- --calibrate` on what models
 * made of authors that they had not learnt from.
 */
export const CALIBRATION: Calibration = {
  weights: { bias: 0.7, intent: 0.7, wanted: 1.4, weakest: 0.8, margin: 1.2, empty: -1.4 },
};
