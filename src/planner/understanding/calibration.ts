import type { Calibration } from './model.js';

/**
 * How much each sign of a wish tells of its being right. Fitted by `npm run bench:planner -- --calibrate` on what models
 * made of authors that they had not learnt from.
 */
export const CALIBRATION: Calibration = {
  weights: {
    ask: 0.5317,
    asks: -0.1185,
    bias: 1.2453,
    clauses: -0.7322,
    conditional: -0.2966,
    empty: -0.327,
    foreign: -0.1449,
    intent: 0.7484,
    later: -0.1474,
    long: -0.0912,
    many: 0.3075,
    margin: 0.8477,
    modal: 0.2939,
    narrowed: 0.1931,
    negated: 0.2646,
    past: -0.2274,
    reads: 0.3945,
    readsAsks: 0.1568,
    readsIntent: 0.7125,
    readsWanted: 0.4484,
    second: -0.1248,
    texts: 0.098,
    unexplained: -0.4865,
    wanted: 1.0647,
    weakest: 0.7738,
  },
  // What changes something is never done at once.
  bands: {
    read: { certain: 0.82, likely: 0.15 },
    compute: { certain: 0.9, likely: 0.15 },
    change: { certain: Number.POSITIVE_INFINITY, likely: 0.25 },
  },
};
