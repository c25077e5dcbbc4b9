import {
  type AnyOperation,
  attachedFile,
  defineOperation,
  OracleError,
  withWords,
} from 'oracle-runtime/plugin';
import { z } from 'zod';
import { analyseSubmissions } from '../services/analyse.js';
import { judge } from '../services/judge.js';
import { type Progress, progressOfFile, progressOfForm } from '../services/progress.js';
import { submissionsNow } from '../services/submissions-now.js';
import { findForm, type Surveys } from '../services/surveys.js';
import type { Submission } from '../store/submissions-store.js';
import { designId, formId, page, selectionId } from './fields.js';

const submissionId = withWords(
  z
    .string()
    .regex(/^submission-[A-Za-z0-9-]{1,60}$/, 'must be an id such as submission-1f2e…')
    .describe('Such as submission-1f2e…'),
  { aliases: ['submission', 'interview'] },
);

const day = (what: string, aliases: string[]) =>
  withWords(z.iso.date().optional().describe(`${what} day, YYYY-MM-DD`), { aliases });

const submissionView = z.object({
  submissionId: z.string(),
  odkFormId: z.string(),
  version: z.string(),
  instanceId: z.string(),
  person: z.string(),
  receivedAt: z.iso.datetime(),
  unitId: z.string(),
  day: z.string(),
  stratum: z.string().nullable(),
  value: z.number().nullable(),
  status: z.string(),
  findings: z.array(z.string()),
  verdict: z.enum(['counts', 'left out']).nullable(),
  verdictReason: z.string().nullable(),
  files: z.array(z.string()),
  counts: z.boolean(),
});

const tally = {
  planned: z.int(),
  reached: z.int().describe('Of which somebody was met'),
  valid: z.int().describe('With a value'),
  refused: z.int(),
  lost: z.int(),
  replaced: z.int(),
  neverAsked: z.int(),
};

const progressView = z.object({
  formId: z.string().optional(),
  designId: z.string(),
  selectionId: z.string(),
  answers: z.int(),
  leftOut: z.int().optional(),
  byPerson: z.array(z.object({ person: z.string(), submissions: z.int(), counted: z.int() })).optional(),
  read: z.looseObject({}).optional().describe('How a file was read'),
  ...tally,
  strata: z.array(z.object({ stratum: z.string().nullable(), ...tally })),
  reasons: z.partialRecord(z.string(), z.int()),
  doubles: z.array(z.string()),
  notDrawn: z.array(z.string()),
  writtenOtherwise: z
    .array(z.object({ unitId: z.string(), drawn: z.string() }))
    .describe('Of those not drawn: a drawn one but for capitals, blanks or letters that look alike'),
  notCalled: z.array(z.string()),
  neverAskedUnits: z.array(z.string()),
  toReplace: z.array(
    z.object({
      unitId: z.string(),
      stratum: z.string().nullable(),
      reason: z.string(),
      next: z.string().nullable().describe('Whom the draw has next'),
    }),
  ),
});

const NOT_FOUND = { 404: 'No such form of this owner' };
/** Households of a kind that an agent is told by name. */
const SHOWN = 20;

/** Field work: who was reached, what came in, what counts. */
export function fieldworkOperations(surveys: Surveys): AnyOperation[] {
  return [
    defineOperation({
      name: 'survey_progress',
      title: 'How far the field work is',
      description:
        'Holds answers against the draw: planned, reached, refused, lost, replaced, never asked, doubles, wrong homes, next replacements. Of a form served here, or of an export of ODK Central, KoboToolbox or CSV (file, path or csv) with its designId.',
      effect: 'read',
      scope: 'surveys',
      input: z.object({
        formId: formId.optional(),
        designId: designId.optional(),
        selectionId: selectionId.optional(),
        path: withWords(
          z
            .string()
            .max(1024)
            .regex(/^\/./, 'must be an absolute path')
            .optional()
            .describe('File of answers'),
          { aliases: ['file', 'path', 'export'] },
        ),
        csv: z.string().max(30_000_000).optional(),
        unitColumn: z.string().max(200).optional(),
        dateColumn: z.string().max(200).optional(),
        valueColumn: z.string().max(200).optional(),
        statusColumn: z.string().max(200).optional(),
      }),
      answer: { description: 'The field work held against the draw', schema: progressView },
      run: async (input, { principal, attachments }): Promise<Progress> => {
        if (input.formId !== undefined && input.path === undefined && input.csv === undefined)
          return progressOfForm(surveys, principal, input.formId);
        const design = input.designId ?? (input.formId && (await designOf(surveys, principal, input.formId)));
        if (design === undefined)
          throw new OracleError('invalid_request', {
            detail: 'Give a formId, or a file of answers and the designId that it is for.',
            errors: [{ field: 'formId', message: 'is needed, or designId and a file' }],
          });
        const content =
          input.path !== undefined
            ? (await surveys.files.read(principal, input.path)).open()
            : (input.csv ?? attachedFile(attachments, undefined, 'the answers').content);
        return progressOfFile(
          surveys,
          principal,
          { designId: design, selectionId: input.selectionId },
          content,
          {
            columns: {
              unitId: input.unitColumn,
              date: input.dateColumn,
              value: input.valueColumn,
              status: input.statusColumn,
            },
          },
        );
      },
      summary: progressHeadline,
      forModel: (progress) => ({
        summary: progressHeadline(progress),
        ...progress,
        read: undefined,
        neverAskedUnits: progress.neverAskedUnits.slice(0, SHOWN),
        toReplace: progress.toReplace.slice(0, SHOWN),
        doubles: progress.doubles.slice(0, SHOWN),
        notDrawn: progress.notDrawn.slice(0, SHOWN),
        writtenOtherwise: progress.writtenOtherwise.slice(0, SHOWN),
        notCalled: progress.notCalled.slice(0, SHOWN),
      }),
      route: {
        method: 'post',
        path: '/v1/surveys/progress',
        errors: { 404: 'No such form, design or file', 409: 'Nothing was drawn' },
        bodyLimit: 64 * 1024 * 1024,
      },
    }),
    defineOperation({
      name: 'list_submissions',
      title: 'What phones have sent',
      description:
        'Lists submissions of a form, newest first: household, value, status, findings, whether it counts.',
      effect: 'read',
      scope: 'surveys',
      input: z.object({
        formId,
        only: withWords(z.enum(['with findings']).optional().describe('Only what should be looked at'), {
          aliases: ['findings', 'doubtful', 'suspicious'],
        }),
        ...page,
      }),
      answer: {
        description: 'A page of submissions',
        schema: z.object({ items: z.array(submissionView), cursor: z.string().optional() }),
      },
      run: async ({ formId: form, only, ...which }, { principal }) => {
        const found = await findForm(surveys, principal, form);
        const { items, ...rest } = await submissionsNow(surveys, found, which, only);
        return { items: items.map(viewSubmission), ...rest };
      },
      summary: ({ items }) =>
        `${items.length} submissions, ${items.filter(({ findings }) => findings.length > 0).length} with findings.`,
      route: { method: 'get', path: '/v1/surveys/forms/:formId/submissions', errors: NOT_FOUND },
    }),
    defineOperation({
      name: 'judge_submission',
      title: 'Decide whether a submission counts',
      description:
        'Decides whether a submission is a reading, against or with its findings, for a reason. The trail of the design tells of it.',
      effect: 'write',
      scope: 'surveys',
      input: z.object({
        submissionId,
        counts: withWords(z.boolean(), { aliases: ['counts', 'accept'], opposites: ['reject', 'leave out'] }),
        reason: withWords(z.string().trim().min(1).max(500).describe('Why, for the record'), {
          aliases: ['reason', 'because'],
        }),
      }),
      answer: { description: 'The submission', schema: submissionView },
      approval: 'always',
      describe: ({ submissionId: id, counts, reason }) =>
        `${counts ? 'Count' : 'Leave out'} ${id}: ${reason}`,
      run: async (input, { principal }) =>
        viewSubmission(
          await judge(surveys, principal, input.submissionId, {
            verdict: input.counts ? 'counts' : 'left out',
            reason: input.reason,
          }),
        ),
      summary: ({ unitId, counts }) => `The submission of ${unitId} ${counts ? 'counts' : 'does not count'}.`,
      route: {
        method: 'put',
        path: '/v1/surveys/submissions/:submissionId/verdict',
        errors: { 404: 'No such submission of this owner' },
      },
      undo: (input) => ({
        operation: 'judge_submission',
        input: { ...input, counts: !input.counts, reason: 'taken back' },
      }),
    }),
    defineOperation({
      name: 'analyse_submissions',
      title: 'Analyse what phones have sent',
      description:
        'Hands the submissions of a form that count to its design and analyses them as a monitoring period: mean, precision, dropout.',
      effect: 'write',
      additive: true,
      scope: 'surveys',
      input: z.object({
        formId,
        from: day('First', ['from', 'start']),
        to: day('Last', ['to', 'until', 'end']),
        effect: z
          .enum(['raises', 'lowers'])
          .optional()
          .describe('What a larger value does to reductions; default raises'),
        reason: z.string().trim().min(1).max(2000).optional().describe('Why these days are analysed again'),
      }),
      answer: {
        description: 'The period of the design',
        schema: z.object({
          periodId: z.string(),
          designId: z.string(),
          from: z.string(),
          to: z.string(),
          handed: z.int(),
          leftOut: z.int(),
          pooled: z.looseObject({ valid: z.int() }),
          warnings: z.array(z.string()),
        }),
      },
      run: async (input, { principal }) => {
        const { period, handed, leftOut } = await analyseSubmissions(surveys, principal, input);
        const { periodId, designId: design, from, to, pooled, warnings } = period;
        return {
          periodId,
          designId: design,
          from,
          to,
          handed,
          leftOut,
          pooled: { ...pooled },
          warnings: [...warnings],
        };
      },
      summary: ({ periodId, handed, leftOut, pooled }) =>
        `${handed} submissions were analysed as ${periodId}, ${leftOut} left out: mean ${pooled.mean?.toPrecision(4) ?? 'unknown'} of ${pooled.valid} households.`,
      route: {
        method: 'post',
        path: '/v1/surveys/forms/:formId/analysis',
        status: 201,
        errors: { ...NOT_FOUND, 422: 'No submission of these days counts' },
      },
      undo: () => ({
        whyNot: 'an analysis stays as it was computed; analyse the days again and declare that one final',
      }),
    }),
  ];
}

function viewSubmission({ id, formId: odkFormId, ...rest }: Submission) {
  return { submissionId: id, odkFormId, ...rest, findings: [...rest.findings], files: [...rest.files] };
}

async function designOf(
  surveys: Surveys,
  principal: Parameters<typeof findForm>[1],
  form: string,
): Promise<string> {
  return (await findForm(surveys, principal, form)).form.designId;
}

function progressHeadline({
  planned,
  reached,
  valid,
  refused,
  lost,
  replaced,
  neverAsked,
  toReplace,
  doubles,
  notDrawn,
  writtenOtherwise,
  notCalled,
}: Progress): string {
  const [other] = writtenOtherwise;
  const wrong = doubles.length + notDrawn.length + notCalled.length;
  return [
    `Of ${planned} planned households ${reached} were reached and ${valid} gave a value, ${refused} refused, ${lost} are lost, ${replaced} were replaced and ${neverAsked} never asked.`,
    ...(wrong > 0
      ? [
          `To be looked at: ${doubles.length} doubles, ${notDrawn.length} not drawn, ${notCalled.length} replacements that were not called.`,
        ]
      : []),
    ...(other === undefined
      ? []
      : [
          `${writtenOtherwise.length} of those not drawn are drawn ones written otherwise, such as ${other.unitId} for ${other.drawn}: mend them in the file.`,
        ]),
    ...(toReplace[0]?.next ? [`Next replacement: ${toReplace[0].next} for ${toReplace[0].unitId}.`] : []),
  ].join(' ');
}
