import { designEffectOfUnequalClusters } from './design-effect.js';
import { finitePopulationSize } from './finite-population.js';
import { roundUp } from './round-up.js';

export interface ClusterQuestion {
  /** Units that a simple random sample would need from an unlimited population, unrounded. */
  readonly simpleSize: number;
  /** Mean units per cluster. */
  readonly meanClusterSize: number;
  /** Standard deviation of units per cluster; default 0. */
  readonly sdClusterSize?: number;
  /** Intraclass correlation, 0..1. */
  readonly icc: number;
  /** Clusters in the population; absent for an unlimited number. */
  readonly clusters?: number;
}

export interface ClusterSize {
  readonly designEffect: number;
  /** Clusters to draw. */
  readonly clusters: number;
  /** Units in them, on average. */
  readonly units: number;
}

/**
 * Whole clusters (villages, batches) drawn at random: n_psu = n_srs * deff / b.
 * Source: epiR, epi.ssclus1estb.
 */
export function clusterSize(question: ClusterQuestion): ClusterSize {
  const { simpleSize, meanClusterSize: b, sdClusterSize = 0, icc, clusters } = question;
  const deff = designEffectOfUnequalClusters(b, sdClusterSize, icc);
  const unlimited = (simpleSize * deff) / b;
  const needed = clusters === undefined ? unlimited : finitePopulationSize(unlimited, clusters, 's2');
  return { designEffect: deff, clusters: roundUp(needed), units: roundUp(needed * b) };
}
