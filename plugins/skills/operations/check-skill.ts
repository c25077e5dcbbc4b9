import {
  type AnyOperation,
  attachedFile,
  type Caller,
  defineOperation,
  OracleError,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { DesignService } from '../../sampling/service.js';
import type { FileService } from '../../vfs/service.js';
import type { CheckOutcome } from '../checks/check.js';
import { readTable } from '../checks/read-table.js';
import { CHECKS_FILE, type Evidence, readChecks, runChecks } from '../checks/run-checks.js';
import type { SkillCollection } from '../collection.js';
import { skillField } from './fields.js';

export interface CheckSkillParts {
  readonly skills: SkillCollection;
  readonly designs: DesignService | undefined;
  readonly files: FileService | undefined;
}

const record = (kind: string) =>
  z.string().regex(new RegExp(`^${kind}-[A-Za-z0-9-]{1,60}$`), `must be an id such as ${kind}-5c1d…`);

interface Asked {
  readonly designId?: string | undefined;
  readonly periodId?: string | undefined;
  readonly file?: string | undefined;
}

/** Evaluates what a skill says must hold: of records and files as the oracle itself has them. */
export function checkSkillOperation(parts: CheckSkillParts): AnyOperation {
  return defineOperation({
    name: 'check_skill',
    title: 'Check the work by a skill',
    description:
      'Evaluates the checks of a skill on a design (and its latest draw), on a monitoring period or on a CSV file: which ' +
      'passed, which failed and how to mend it, which are open. Call it before work is called done.',
    effect: 'read',
    scope: 'skills',
    input: z.object({
      skill: skillField,
      designId: withWords(record('design').optional().describe('The design'), { aliases: ['design'] }),
      periodId: withWords(record('period').optional().describe('The analysed period'), {
        aliases: ['period'],
      }),
      file: withWords(
        z
          .string()
          .min(1)
          .max(1_024)
          .optional()
          .meta({
            description: 'Path of a CSV file, or the name of an attached one',
            examples: ['/kpt/weights.csv'],
          }),
        { aliases: ['file', 'table'] },
      ),
    }),
    answer: {
      description: 'What came of each check',
      schema: z.object({
        skill: z.string(),
        digest: z.string().describe('Of the skill whose checks these are'),
        passed: z.boolean().describe('None failed and none is open'),
        checks: z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            state: z.enum(['passed', 'failed', 'open', 'not applicable']),
            found: z.string(),
            mend: z.string().optional(),
          }),
        ),
      }),
    },
    route: {
      method: 'post',
      path: '/skills/:skill/checks',
      auth: 'any',
      errors: { 404: 'There is no such skill or record' },
    },
    async run({ skill: name, ...asked }, caller) {
      const { skills } = parts;
      const skill = await skills.get(caller.principal, name, caller.signal);
      if (!skill.files.some(({ path }) => path === CHECKS_FILE))
        throw new OracleError('not_found', {
          detail: `The skill '${name}' has no checks.`,
          hint: `They would stand in ${CHECKS_FILE}.`,
        });
      const checks = readChecks(skill, await skills.file(caller.principal, skill, CHECKS_FILE));
      const outcomes = runChecks(checks, await evidenceFor(parts, asked, caller));
      return {
        skill: name,
        digest: skill.digest,
        passed: outcomes.every(({ state }) => state === 'passed' || state === 'not applicable'),
        checks: outcomes,
      };
    },
    forModel: ({ skill, passed, checks }) => ({
      summary: inWords(skill, checks),
      passed,
      checks: ['failed', 'open', 'passed', 'not applicable'].flatMap((state) =>
        checks
          .filter((check) => check.state === state)
          .map(({ title, found, mend }) => ({ state, title, found, mend: mend ?? '' })),
      ),
    }),
  });
}

/** @throws OracleError `not_found` for what is not there or somebody else's */
async function evidenceFor(
  { designs, files }: CheckSkillParts,
  { designId, periodId, file }: Asked,
  { principal, attachments }: Caller,
): Promise<Evidence> {
  const wantsRecord = designId !== undefined || periodId !== undefined;
  if (wantsRecord && designs === undefined)
    throw new OracleError('unavailable', {
      detail: 'Designs and periods are not kept here: sampling is off.',
    });
  const period = periodId === undefined ? undefined : await designs?.period(principal, periodId);
  const ofDesign = designId ?? period?.designId;
  const design = ofDesign === undefined ? undefined : await designs?.get(principal, ofDesign);
  const draws = ofDesign === undefined ? undefined : await designs?.draws(principal, ofDesign, { limit: 1 });
  return {
    design,
    draw: draws?.items[0],
    period,
    table:
      file === undefined
        ? undefined
        : await readTable(file, await contentOf(files, principal, attachments, file)),
  };
}

async function contentOf(
  files: FileService | undefined,
  principal: Caller['principal'],
  attachments: Caller['attachments'],
  file: string,
): Promise<Uint8Array> {
  if (!file.startsWith('/')) return attachedFile(attachments, file, 'the table').content;
  if (files === undefined)
    throw new OracleError('unavailable', { detail: 'Files are not kept here: vfs is off.' });
  const { entry, open } = await files.read(principal, file);
  if (entry.size > 10 * 1024 * 1024)
    throw new OracleError('payload_too_large', { detail: `${file} has more than 10 MB.` });
  return Buffer.concat(await open().toArray());
}

function inWords(skill: string, checks: readonly CheckOutcome[]): string {
  const count = (state: CheckOutcome['state']) => checks.filter((check) => check.state === state).length;
  return `${skill}: ${count('passed')} of ${checks.length} checks passed, ${count('failed')} failed, ${count('open')} are open.`;
}
