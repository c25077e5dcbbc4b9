import { CONCURRENCIES, type Result } from './measure.js';

export interface Report {
  readonly results: readonly {
    readonly name: string;
    readonly result: Result;
    /** Bytes of the tool list in the first model call, and in the last one of the three-call path. */
    readonly toolBytes: readonly [number, number];
  }[];
  readonly growth: ReadonlyMap<string, { readonly textBytes: number; readonly diskBytes: number }>;
  readonly turns: number;
  readonly modelMs: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly machine: string;
  readonly quick: boolean;
}

/** The comparison as Markdown: a row a question, a column a contestant. */
export function renderTable(report: Report): string {
  const { results, growth, turns, modelMs, versions } = report;
  const row = (question: string, answer: (entry: Report['results'][number]) => string) =>
    `| ${[question, ...results.map(answer)].join(' | ')} |`;
  const lines = [
    `| | ${results.map(({ name }) => name).join(' | ')} |`,
    `|---${'|---:'.repeat(results.length)}|`,
    ...CONCURRENCIES.map((concurrency) =>
      row(`CPU ms a chat, ${concurrency} at a time`, ({ result }) =>
        result.load[concurrency].cpuMsPerRequest.toFixed(2),
      ),
    ),
    row('CPU ms, two tool calls in three model calls', ({ result }) =>
      result.threeCalls.cpuMsPerRequest.toFixed(2),
    ),
    row('first token after the model’s own, ms (median, 1 at a time)', ({ result }) =>
      (result.load[1].firstTokenMs - modelMs).toFixed(2),
    ),
    ...CONCURRENCIES.map((concurrency) =>
      row(`chats a second, ${concurrency} at a time`, ({ result }) =>
        result.load[concurrency].requestsPerSecond.toFixed(0),
      ),
    ),
    row('MB an open stream', ({ result }) => result.megabytesPerStream.toFixed(2)),
    row('CPU % with those streams open', ({ result }) => result.streamCpuPercent.toFixed(0)),
    row('gap between their tokens, ms (95th percentile, 100 sent)', ({ result }) =>
      result.streamGapMs.toFixed(0),
    ),
    row('bytes a token on the wire', ({ result }) => result.bytesPerToken.toFixed(0)),
    row('start to listening, ms (best)', ({ result }) => result.bootMs.toFixed(0)),
    row('start to first token of a first chat, ms (best)', ({ result }) => result.readyMs.toFixed(0)),
    row('memory after the start, MB', ({ result }) => (result.bootBytes / 1e6).toFixed(0)),
    row('tool list in the first model call, bytes', ({ toolBytes }) => String(toolBytes[0])),
    row('tool list after loading a capability, bytes', ({ toolBytes }) => String(toolBytes[1])),
    row(`data on disk after ${turns} turns and a stop, times their text`, ({ name }) => {
      const grown = growth.get(name);
      return grown === undefined ? '–' : (grown.diskBytes / grown.textBytes).toFixed(1);
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
    `${report.machine}; ${pins}.`,
    'Each in a process of its own against the same fake model (20 tokens, no delay), client and model on the same',
    'machine: CPU is the server’s own user and system time and the figure to trust, throughput and latency are those',
    'of a shared machine. All declare five tools. This oracle keeps its threads in SQLite on disk, checks an API key',
    'and logs every model call; the others keep threads in memory (Mastra: none), check nothing and log little.',
    'The rows on disk compare with LangChain’s SqliteSaver; its CPU rows are with its in-memory saver.',
    '',
  ].join('\n');
}
