import { escapeUnseen } from 'oracle-runtime/kit';
import type { SelectionRecord } from '../selection/selection-record.js';
import type { TrailHead } from '../trail/trail-entry.js';
import type { RegistryOrigin } from './registry-origin.js';

/** What a draw rests on, and where its design's trail stood after it. */
export interface DrawStanding {
  readonly restsOn: string;
  readonly head?: TrailHead | undefined;
  /** What stands out of the draw in the trail. */
  readonly marks: readonly string[];
}

/** What someone reads who finds the record of a draw and has never seen this oracle. */
export function selectionReadme(
  selectionId: string,
  record: SelectionRecord,
  origin: RegistryOrigin | undefined,
  { restsOn, head, marks }: DrawStanding,
): string {
  const { frame, seed, check, strata, algorithm, method } = record;
  const drawn = strata.reduce((sum, { selected }) => sum + selected.length, 0);
  const registry = shellWord(frame.name);
  return `${[
    `# Random selection ${selectionId}`,
    `${drawn} of ${frame.size} units, drawn at ${record.drawnAt} by \`${algorithm}\` with the seed \`${seed.text}\` (${seed.origin.trust}), for ${record.designId === 'none' ? 'no design' : record.designId}${record.projectId === undefined ? '' : ` of ${record.projectId}`}.`,
    [
      '| stratum | units in the registry | selected | replacements | SHA-256 of the selected ids |',
      '|---|---|---|---|---|',
      ...strata.map(
        (s) =>
          `| ${tableCell(s.name ?? 'all')} | ${s.frameSize} | ${s.selected.length} | ${s.replacements.length} | \`${s.selectedSha256}\` |`,
      ),
    ].join('\n'),
    '`record.json` is the record of the draw: everything but the registry that is needed to repeat it. `list.csv` is the list for the field team.',
    '## What it rests on',
    `The randomness rests on ${escapeUnseen(restsOn)}.`,
    head === undefined
      ? 'The draw is for no design, so it stands on no trail: nobody can tell how many there were.'
      : `It is draw ${record.trail?.draw ?? 1} of its design. After it the trail of the design had ${head.length} entries and the head \`${head.hash}\`: a head that was published before proves that nothing was added or taken away up to it; one that was not proves the order of the entries alone.`,
    ...(marks.length === 0
      ? []
      : ['## What stands out', marks.map((mark) => `- ${escapeUnseen(mark)}`).join('\n')]),
    '## The registry',
    ...registryLines(record, origin),
    '## Check it with one command',
    ...checkLines(record, registry, head !== undefined),
    '## Check it without this program',
    `How the draw works: ${method}`,
    ...(check.ids === undefined
      ? []
      : [
          `The ids of the registry${strata[0]?.name == null ? '' : ` in the stratum ${strata[0].name}`}, one a line, with the registry saved as \`${registryIn(check.ids)}\`:\n\n${block(check.ids)}`,
        ]),
    `The hash behind one unit:\n\n${block(check.unit)}`,
    ...check.lists.map(
      ({ stratum, command, expect }) =>
        `The selected ids${stratum === null ? '' : ` of ${stratum}, with its ids in \`ids.txt\``}:\n\n${block(command)}\n\nIt prints \`${expect}\`.`,
    ),
  ].join('\n\n')}\n`;
}

/** Nobody signs a record: the trail of its design is what an oracle signed. */
function checkLines({ designId }: SelectionRecord, registry: string, onTrail: boolean): string[] {
  const command = `npx oracle sampling verify record.json ${registry}`;
  const prints = 'It works offline, repeats the draw and prints `pass`, the first difference, or `unproven`';
  return onTrail
    ? [
        `Save the registry beside \`record.json\`, and the trail of the design (\`GET /v1/sampling/${designId}/trail\`) as \`trail.json\`, and run\n\n${block(`${command} trail.json`)}`,
        `${prints} with what is not shown. Nobody signs this record: that the oracle drew it is for the trail to show, whose entries are signed.`,
      ]
    : [
        `Save the registry beside \`record.json\` and run\n\n${block(command)}`,
        `${prints} with what is not shown: nobody signs this record, and it stands on no trail.`,
      ];
}

function registryLines({ frame }: SelectionRecord, origin: RegistryOrigin | undefined): string[] {
  const ids = `Its ids, sorted bytewise and one a line, have the SHA-256 \`${frame.sha256}\` (${frame.idRule}).`;
  if (origin === undefined) return [`The registry is \`${frame.name}\`. ${ids}`];
  const { path, version, cid, sha256 } = origin;
  return [
    `The registry is version ${version} of \`${path}\`. ${ids}`,
    `The file itself has the CID \`${cid}\`, and \`sha256sum ${shellWord(frame.name)}\` prints \`${sha256}\`.`,
  ];
}

/** The name that a command expects the registry under. */
function registryIn(command: string): string {
  return /registry\.\w+/.exec(command.slice(command.lastIndexOf("' registry.")))?.[0] ?? 'registry.csv';
}

/** A fence longer than any run of backticks in the command, which holds what people typed. */
function block(command: string): string {
  const longest = Math.max(2, ...(command.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${command}\n${fence}`;
}

function tableCell(text: string): string {
  return escapeUnseen(text).replaceAll('|', '\\|');
}

function shellWord(text: string): string {
  return /^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
