import { alignRows, printable } from 'oracle-runtime/kit';
import { ADDRESS_OPTIONS, type CommandIo, type PluginCommand, withOracle } from 'oracle-runtime/plugin';
import { z } from 'zod';

const answer = z.object({
  odkFormId: z.string(),
  version: z.string(),
  interviews: z.int(),
  seconds: z.object({ least: z.number(), mean: z.number(), most: z.number() }),
  paths: z.array(
    z.object({ status: z.string(), interviews: z.int(), questions: z.int(), seconds: z.number() }),
  ),
  faults: z.array(z.string()),
});

/** `oracle surveys simulate <form>`: 0 when nothing is wrong with the form, 1 when something is. */
export const simulateCommand: PluginCommand = {
  name: 'simulate',
  summary: 'lead simulated interviews through a form before field work',
  arguments: [{ name: 'form', description: 'such as form-3c41…' }],
  options: [
    ...ADDRESS_OPTIONS,
    { flags: '--interviews <number>', description: 'how many (default: 1000)' },
    { flags: '--seed <number>', description: 'of the answers by chance (default: 1)' },
    { flags: '--json', description: 'the whole answer as JSON' },
  ],
  run: ([form = ''], options, io) => simulateForm(form, options, io),
};

function simulateForm(
  form: string,
  options: Readonly<Record<string, unknown>>,
  io: CommandIo,
): Promise<number> {
  return withOracle(options, io, async (remote) => {
    const number = (name: 'interviews' | 'seed') =>
      options[name] === undefined ? {} : { [name]: Number(options[name]) };
    const response = await remote.request(
      'POST',
      `/v1/surveys/forms/${encodeURIComponent(form)}/simulation`,
      {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...number('interviews'), ...number('seed') }),
      },
    );
    const json: unknown = await response.json();
    const found = answer.parse(json);
    if (options['json'] === true) io.stdout(`${JSON.stringify(json, null, 2)}\n`);
    else io.stdout(wordsFor(found));
    for (const fault of found.faults) io.stderr(`${printable(fault)}\n`);
    return found.faults.length === 0 ? 0 : 1;
  });
}

function wordsFor({
  odkFormId,
  version,
  interviews,
  seconds,
  paths,
  faults,
}: z.output<typeof answer>): string {
  const { least, mean, most } = seconds;
  return [
    `${printable(odkFormId)} ${printable(version)}: ${interviews} interviews of ${least} to ${most} seconds, ${mean} on average; ${faults.length} faults\n`,
    alignRows([
      ['END', 'INTERVIEWS', 'QUESTIONS', 'SECONDS'],
      ...paths.map((path) => [
        printable(path.status),
        String(path.interviews),
        String(path.questions),
        String(path.seconds),
      ]),
    ]),
  ].join('');
}
