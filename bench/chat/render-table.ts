import { CONCURRENCIES, type Result } from './measure.js';

export interface Report {
  readonly results: readonly {
    readonly name: string;
    readonly result: Result;
    /** Bytes of the tool list in the first model call, and in the last one of the three-call path. */
    readonly toolBytes: readonly [number, number];
  }[];
  readonly growth: ReadonlyMap<string, { readonly textBytes: number; readonly diskBytes: number }>;
  /** Whose server died, and what it said last. */
  readonly faults: readonly { readonly name: string; readonly fault: string }[];
  readonly turns: number;
  readonly modelMs: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly machine: string;
  readonly quick: boolean;
}

/** The comparison as Markdown: a row a question, a column a contestant. */
export function renderTable(report: Report): string {
  const { results, growth, faults, turns, modelMs, versions } = report;
  const row = (question: string, answer: (entry: Report['results'][number]) => string) =>
    `| ${[question, ...results.map(answer)].join(' | ')} |`;
  const lines = [
    `| | ${results.map(({ name }) => name).join(' | ')} |`,
    `|---${'|---:'.repeat(results.length)}|`,
    ...CONCURRENCIES.map((concurrency) =>
      row(`CPU ms a chat, ${concurrency} at a time`, ({ result }) =>
        figure(result.load[concurrency]?.cpuMsPerRequest, 2),
      ),
    ),
    row('CPU ms, two tool calls in three model calls', ({ result }) =>
      figure(result.threeCalls?.cpuMsPerRequest, 2),
    ),
    row('first token after the model’s own, ms (median, 1 at a time)', ({ result }) => {
      const ms = result.load[1]?.firstTokenMs;
      return figure(ms === undefined ? undefined : ms - modelMs, 2);
    }),
    ...CONCURRENCIES.map((concurrency) =>
      row(`chats a second, ${concurrency} at a time`, ({ result }) =>
        figure(result.load[concurrency]?.requestsPerSecond, 0),
      ),
    ),
    row('MB an open stream', ({ result }) => figure(result.streams?.megabytesPerStream, 2)),
    row('CPU % with those streams open', ({ result }) => figure(result.streams?.streamCpuPercent, 0)),
    row('gap between their tokens, ms (95th percentile, 100 sent)', ({ result }) =>
      figure(result.streams?.streamGapMs, 0),
    ),
    row('bytes a token on the wire', ({ result }) => figure(result.bytesPerToken, 0)),
    row('start to listening, ms (best)', ({ result }) => figure(result.boot?.bootMs, 0)),
    row('start to first token of a first chat, ms (best)', ({ result }) => figure(result.boot?.readyMs, 0)),
    row('memory after the start, MB', ({ result }) =>
      figure(result.boot === undefined ? undefined : result.boot.bootBytes / 1e6, 0),
    ),
    row('tool list in the first model call, bytes', ({ toolBytes }) => String(toolBytes[0])),
    row('tool list after loading a capability, bytes', ({ toolBytes }) => String(toolBytes[1])),
    row(`data on disk after ${turns} turns and a stop, times their text`, ({ name }) => {
      const grown = growth.get(name);
      return figure(grown === undefined ? undefined : grown.diskBytes / grown.textBytes, 1);
    }),
  ];
  const pins = ['langchain', '@openai/agents', '@mastra/core', '@voltagent/core']
    .map((name) => `${name} ${versions[name] ?? ''}`)
    .join(', ');
  return [
    '',
    report.quick ? 'A quick run: it shows that everything works; its figures are noise.\n' : '',
    ...lines,
    '',
    ...faults.flatMap(({ name, fault }) => [`${name} did not finish: ${fault.split('\n', 1)[0]}`, '']),
    `${report.machine}; ${pins}.`,
    'Each in a process of its own against the same fake model (20 tokens, no delay), client and model on the same',
    'machine: CPU is the server’s own user and system time and the figure to trust, throughput and latency are those',
    'of a shared machine. All declare five tools. This oracle keeps its threads in SQLite on disk, checks an API key',
    'and logs every model call; the others keep threads in memory (Mastra: none), check nothing and log little.',
    'The rows on disk compare with LangChain’s SqliteSaver; its CPU rows are with its in-memory saver.',
    '',
  ].join('\n');
}

function figure(value: number | undefined, digits: number): string {
  return value === undefined ? '–' : value.toFixed(digits);
}
