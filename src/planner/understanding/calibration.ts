import type { Calibration } from './model.js';

/**
 * How much each sign of a wish tells of its being right. Fitted by `npm run bench:planner -- --calibrate` on what models
 * made of authors that they had not learnt from.
 */
export const CALIBRATION: Calibration = {
  weights: {
    asks: -0.3343,
    bias: 1.9307,
    conditional: 0.0374,
    empty: -0.9162,
    intent: 1.4382,
    later: -0.1171,
    many: -0.6749,
    margin: 1.0179,
    modal: 0.4727,
    narrowed: 0.2603,
    negated: 0.1089,
    past: -0.4691,
    unexplained: -0.312,
    wanted: 1.2449,
    weakest: 0.7357,
  },
};
