import type { DesignRecord } from '../../sampling/service.js';
import { OWN_HEADINGS } from '../document/own-headings.js';
import type { DraftReport, ReportPicture } from '../document/report-builder.js';
import { ReportBuilder } from '../document/report-builder.js';

/** Pictures that the plugin charts drew, where it is there. */
export interface PlanPictures {
  readonly allocation?: ReportPicture | undefined;
  readonly precision?: ReportPicture | undefined;
}

/** The sampling plan of a design: what is asked, how large the sample is and why, how it is divided, what else was possible. */
export function samplingPlan(design: DesignRecord, pictures: PlanPictures): DraftReport {
  const report = new ReportBuilder();
  addPlan(report, design, pictures);
  return report.build('sampling-plan', 'Sampling plan', `Design ${design.designId}`);
}

/** The sections of the plan, as part of any report. */
export function addPlan(report: ReportBuilder, design: DesignRecord, pictures: PlanPictures): void {
  const of = report.document('design', design);
  const f = (path: string) => report.figure(of, path);
  const percent = (path: string, digits?: number) => report.percent(of, path, digits);
  const text = (path: string) => report.text(of, path);
  report
    .section('Objective and population')
    .paragraph(
      'This plan says how many of ',
      f('parameters.population'),
      ' units are monitored so that the ',
      text('parameters.parameterType'),
      ' is known with ',
      percent('parameters.confidence'),
      ' confidence and a relative precision of ',
      percent('parameters.precision'),
      '.',
    )
    .table(
      'What the plan rests on',
      [
        { title: 'Parameter', share: 3 },
        { title: 'Value', share: 2, align: 'right' },
        { title: 'Why', share: 5 },
      ],
      [
        [['Project'], [text('projectId')], ['']],
        [['Profile of rules'], [text('profile')], ['']],
        [['Expected mean or share'], [f('parameters.expectedMean')], [text('justification.mean')]],
        [['Expected standard deviation'], [f('parameters.expectedSD')], [text('justification.sd')]],
        [['Expected dropout'], [percent('parameters.dropoutRate')], [text('justification.dropout')]],
        [['Design effect'], [f('parameters.designEffect')], ['']],
        [['Critical value'], [text('parameters.criticalValue')], ['']],
        [
          ['Share of reductions that the frame represents'],
          [percent('parameters.erCoverage')],
          [text('parameters.erCoverageBasis')],
        ],
      ],
    )
    .section('Sample size')
    .paragraph(
      f('parameters.calculatedSize'),
      ' valid units are needed; for those that are lost ',
      f('parameters.adjustedSize'),
      ' are drawn. If the expected values hold, the relative precision will be ',
      percent('parameters.expectedPrecision', 2),
      ', by the interval: ',
      text('parameters.interval'),
      '.',
    )
    .table(
      'How the size was worked out',
      [
        { title: 'Step', share: 3 },
        { title: 'Formula', share: 5 },
        { title: 'Unrounded', share: 2.5, align: 'right' },
        { title: 'Rounded', share: 2, align: 'right' },
        { title: 'Source', share: 4 },
      ],
      design.working.map(({ unrounded, rounded }, at) => {
        const exact = f(`working.${at}.unrounded`);
        const up = Math.ceil(unrounded) === rounded;
        const whole = report.figure(
          of,
          `working.${at}.rounded`,
          { kind: 'number' },
          up ? { rule: 'round up', from: [exact.figure] } : undefined,
        );
        return [
          [text(`working.${at}.step`)],
          [text(`working.${at}.formula`)],
          [exact],
          [whole],
          [text(`working.${at}.source`)],
        ];
      }),
    );
  if (pictures.precision !== undefined)
    report.picture('precision', 'What precision more or fewer valid units would reach', pictures.precision);
  if (design.stratification !== null) addStrata(report, of, design.stratification, pictures);
  report
    .section('If the precision is missed')
    .paragraph(
      'Rule: ',
      text('erAdjustment.rule'),
      '. Expected factor on the reductions: ',
      f('erAdjustment.factor'),
      '.',
    )
    .table(
      'Other readings of the same question',
      [
        { title: 'Reading', share: 5 },
        { title: 'Valid units', share: 2, align: 'right' },
        { title: 'Units to draw', share: 2, align: 'right' },
        { title: 'When it applies', share: 5 },
      ],
      design.alternatives.map((_, at) => [
        [text(`alternatives.${at}.reading`)],
        [f(`alternatives.${at}.calculatedSize`)],
        [f(`alternatives.${at}.adjustedSize`)],
        [text(`alternatives.${at}.when`)],
      ]),
    );
  if (design.warnings.length > 0)
    report.section('What to know').list(design.warnings.map((_, at) => [text(`warnings.${at}`)]));
  report
    .section(OWN_HEADINGS.state)
    .paragraph('Created ', text('createdAt'), ', status: ', text('verification.status'), '.')
    .paragraph('Head of the trail of the design: ', text('trail.hash'), '.');
}

function addStrata(
  report: ReportBuilder,
  of: string,
  { strata }: NonNullable<DesignRecord['stratification']>,
  { allocation }: PlanPictures,
): void {
  const columns = ['population', 'calculatedSize', 'sampleSize'] as const;
  const rows = strata.map((_, at) => ({
    name: report.text(of, `stratification.strata.${at}.name`),
    counts: columns.map((column) => report.figure(of, `stratification.strata.${at}.${column}`)),
    precision: report.percent(of, `stratification.strata.${at}.expectedPrecision`, 2),
  }));
  const totals = (['population', 'calculatedSize', 'adjustedSize'] as const).map((field, at) =>
    report.figure(
      of,
      `parameters.${field}`,
      { kind: 'number' },
      {
        rule: 'sum',
        from: rows.flatMap(({ counts }) => counts[at]?.figure ?? []),
      },
    ),
  );
  report
    .section('Division among strata')
    .paragraph(
      'Method: ',
      report.text(of, 'stratification.method'),
      '. What has to meet the precision: ',
      report.text(of, 'stratification.scope'),
      '.',
    )
    .table(
      'Units of each stratum',
      [
        { title: 'Stratum', share: 4 },
        { title: 'Population', share: 2, align: 'right' },
        { title: 'Valid units needed', share: 2, align: 'right' },
        { title: 'Units to draw', share: 2, align: 'right' },
        { title: 'Expected precision alone', share: 2, align: 'right' },
      ],
      [
        ...rows.map(({ name, counts, precision }) => [
          [name],
          ...counts.map((count) => [count]),
          [precision],
        ]),
        [['All'], ...totals.map((total) => [total]), ['']],
      ],
    );
  if (allocation !== undefined)
    report.picture('allocation', 'Valid units needed and units to draw', allocation);
}
