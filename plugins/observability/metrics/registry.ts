import type { CountedMetric, MetricsService, ObservedMetric } from '../service.js';

/**
 * A small metrics registry that renders the Prometheus text exposition format 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
export type Labels = Readonly<Record<string, string>>;

/** https://prometheus.io/docs/concepts/data_model/ */
const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_NAME = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/;

/** Series of one metric beyond this share one whose label values are all `other`, so that memory stays bounded. */
const MAX_SERIES = 500;

interface Family {
  render(): string;
}

export class Registry implements MetricsService {
  readonly #families = new Map<string, Family>();

  counter<const L extends string = never>(
    name: string,
    help: string,
    labelNames: readonly L[] = [],
  ): Counter<L> {
    return this.#add(name, labelNames, new Counter(header(name, help, 'counter'), name, labelNames));
  }

  histogram<const L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    buckets: readonly number[],
  ): Histogram<L> {
    return this.#add(
      name,
      labelNames,
      new Histogram(header(name, help, 'histogram'), name, labelNames, buckets),
    );
  }

  /** Values that are read when somebody looks. */
  observed(
    name: string,
    help: string,
    type: 'gauge' | 'counter',
    read: () => readonly (readonly [Labels, number])[],
  ): void {
    const lines = () => read().map(([labels, value]) => line(name, labels, value));
    this.#add(name, [], { render: () => header(name, help, type) + lines().join('') });
  }

  render(): string {
    return [...this.#families.values()].map((family) => family.render()).join('');
  }

  #add<F extends Family>(name: string, labelNames: readonly string[], family: F): F {
    if (!METRIC_NAME.test(name)) throw new Error(`${JSON.stringify(name)} is no name of a metric`);
    const bad = labelNames.find((label) => !LABEL_NAME.test(label));
    if (bad !== undefined) throw new Error(`metric ${name}: ${JSON.stringify(bad)} is no name of a label`);
    if (this.#families.has(name)) throw new Error(`metric ${name} is declared twice`);
    this.#families.set(name, family);
    return family;
  }
}

class Counter<L extends string> implements Family, CountedMetric<L> {
  readonly #series: Series<L, { value: number }>;

  constructor(
    readonly head: string,
    readonly name: string,
    labelNames: readonly L[],
  ) {
    this.#series = new Series(labelNames, () => ({ value: 0 }));
  }

  add(labels: Readonly<Record<L, string>>, amount = 1): void {
    this.#series.at(labels).value += amount;
  }

  render(): string {
    const lines = this.#series.all().map(([labels, { value }]) => line(this.name, labels, value));
    return this.head + lines.join('');
  }
}

class Histogram<L extends string> implements Family, ObservedMetric<L> {
  readonly #series: Series<L, { counts: number[]; sum: number; count: number }>;

  constructor(
    readonly head: string,
    readonly name: string,
    labelNames: readonly L[],
    readonly buckets: readonly number[],
  ) {
    this.#series = new Series(labelNames, () => ({ counts: buckets.map(() => 0), sum: 0, count: 0 }));
  }

  observe(labels: Readonly<Record<L, string>>, value: number): void {
    const series = this.#series.at(labels);
    const bucket = this.buckets.findIndex((bound) => value <= bound);
    if (bucket >= 0) series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
    series.count += 1;
  }

  render(): string {
    const lines = this.#series.all().flatMap(([labels, { counts, sum, count }]) => {
      let below = 0;
      const cumulative = this.buckets.map((bound, index) => {
        below += counts[index] ?? 0;
        return line(`${this.name}_bucket`, { ...labels, le: String(bound) }, below);
      });
      return [
        ...cumulative,
        line(`${this.name}_bucket`, { ...labels, le: '+Inf' }, count),
        line(`${this.name}_sum`, labels, sum),
        line(`${this.name}_count`, labels, count),
      ];
    });
    return this.head + lines.join('');
  }
}

/** The label combinations of one metric and what each has gathered. */
class Series<L extends string, T> {
  readonly #labelNames: readonly L[];
  readonly #start: () => T;
  readonly #byKey = new Map<string, readonly [Labels, T]>();

  constructor(labelNames: readonly L[], start: () => T) {
    this.#labelNames = labelNames;
    this.#start = start;
  }

  at(labels: Readonly<Record<L, string>>): T {
    const key = this.#labelNames.map((name) => labels[name]).join('\u0000');
    const known = this.#byKey.get(key);
    if (known !== undefined) return known[1];
    if (this.#byKey.size < MAX_SERIES) return this.#open(key, labels);
    const other = Object.fromEntries(this.#labelNames.map((name) => [name, 'other']));
    return this.#byKey.get('other')?.[1] ?? this.#open('other', other);
  }

  all(): readonly (readonly [Labels, T])[] {
    return [...this.#byKey.values()];
  }

  #open(key: string, labels: Labels): T {
    const value = this.#start();
    const ordered = Object.fromEntries(this.#labelNames.map((name) => [name, labels[name] ?? '']));
    this.#byKey.set(key, [ordered, value]);
    return value;
  }
}

function header(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n# TYPE ${name} ${type}\n`;
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${number(value)}\n`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function number(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return String(value);
}
