import type { Calibration } from './model.js';

/**
 * How much each sign of a wish tells of its being right. Fitted by `npm run bench:planner -- --calibrate` on what models
 * made of authors that they had not learnt from.
 */
export const CALIBRATION: Calibration = {
  weights: {
    asks: -0.1087,
    bias: 1.6693,
    conditional: 0.0047,
    empty: -0.9253,
    intent: 1.2303,
    later: -0.1808,
    many: -0.0441,
    margin: 1.1028,
    modal: 0.3439,
    narrowed: 0.1447,
    negated: -0.026,
    past: -0.5618,
    unexplained: -0.4421,
    wanted: 1.5017,
    weakest: 0.7182,
  },
};
