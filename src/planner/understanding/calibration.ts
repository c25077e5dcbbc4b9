import type { Calibration } from './model.js';

/**
 * How much each sign of a wish tells of its being right. Fitted by `npm run bench:planner -- --calibrate` on what models
 * made of authors that they had not learnt from.
 */
export const CALIBRATION: Calibration = {
  weights: {
    ask: 0.4988,
    asks: -0.1297,
    bias: 1.2509,
    clauses: -0.6774,
    conditional: -0.3219,
    empty: -0.3132,
    faults: -0.8177,
    foreign: -0.1177,
    intent: 0.7679,
    later: -0.1727,
    long: -0.1056,
    many: 0.3624,
    margin: 0.8094,
    modal: 0.3237,
    narrowed: 0.1756,
    negated: 0.2462,
    past: -0.2356,
    reads: 0.4071,
    readsAsks: 0.1645,
    readsIntent: 0.7098,
    readsWanted: 0.4598,
    second: -0.1182,
    texts: 0.1175,
    unexplained: -0.4208,
    wanted: 1.0371,
    weakest: 0.7551,
  },
  // What changes something is never done at once.
  bands: {
    read: { certain: 0.85, likely: 0.25 },
    compute: { certain: 0.88, likely: 0.25 },
    change: { certain: Number.POSITIVE_INFINITY, likely: 0.25 },
  },
};
