import { defineService } from 'oracle-runtime/plugin';

export interface CountedMetric<L extends string> {
  /** @param amount default 1 */
  add(labels: Readonly<Record<L, string>>, amount?: number): void;
}

export interface ObservedMetric<L extends string> {
  observe(labels: Readonly<Record<L, string>>, value: number): void;
}

/**
 * Metrics of other plugins, served at `GET /metrics` beside the runtime's. Names are Prometheus's: `snake_case`, begun
 * with the plugin's own, and ended with `_total` for a counter and the unit (`_seconds`, `_bytes`) for a histogram.
 * Beyond 500 combinations of label values all further ones are counted as `other`; nothing that a person wrote belongs
 * in one.
 */
export interface MetricsService {
  /** A sum that only grows. @throws Error for a name that is taken or is none */
  counter<const L extends string = never>(
    name: string,
    help: string,
    labelNames?: readonly L[],
  ): CountedMetric<L>;
  /**
   * Observations in cumulative buckets.
   * @param buckets upper bounds in rising order, `+Inf` is implied
   * @throws Error for a name that is taken or is none
   */
  histogram<const L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: readonly number[],
  ): ObservedMetric<L>;
}

/** A plugin lists `observability` in `softDependsOn`: without it there is nobody to tell. */
export const Metrics = defineService<MetricsService>()('observability', 'metrics');
