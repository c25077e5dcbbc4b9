interface Series {
  count: number;
  seconds: number;
}

/** Counts and times of queries by method and gRPC code, as Prometheus text (exposition format 0.0.4). */
export class CallMetrics {
  readonly #series = new Map<string, Series>();

  /** @param method a name of the loaded schema, so the number of series is bounded */
  observe(method: string, code: number, milliseconds: number): void {
    const key = `method="${method}",code="${code}"`;
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { count: 0, seconds: 0 };
      this.#series.set(key, series);
    }
    series.count += 1;
    series.seconds += milliseconds / 1000;
  }

  render(inFlight: number): string {
    const lines = [
      '# HELP gateway_queries_in_flight Queries that the node works on.',
      '# TYPE gateway_queries_in_flight gauge',
      `gateway_queries_in_flight ${inFlight}`,
      '# HELP gateway_query_seconds Time of queries by method and gRPC code.',
      '# TYPE gateway_query_seconds summary',
    ];
    for (const [labels, { count, seconds }] of this.#series) {
      lines.push(`gateway_query_seconds_sum{${labels}} ${seconds}`);
      lines.push(`gateway_query_seconds_count{${labels}} ${count}`);
    }
    return `${lines.join('\n')}\n`;
  }
}
