import { startTestOracle, type TestOracle } from 'oracle-runtime/testing';
import charts from '../../charts/index.js';
import sampling from '../../sampling/index.js';
import userPreferences from '../../user-preferences/index.js';
import vfs from '../../vfs/index.js';
import reports from '../index.js';
import { FORMATS, type ReportFormat } from '../operations/fields.js';

/** An oracle that has written the sampling plan of a design, once in each format. */
export interface WrittenPlan {
  readonly oracle: TestOracle;
  readonly designId: string;
  file(format: ReportFormat): Buffer;
}

export async function writePlan(): Promise<WrittenPlan> {
  const oracle = await startTestOracle({
    plugins: [sampling, vfs, charts, userPreferences, reports],
    // The first chart starts a process, on a machine that may be busy.
    config: { plugins: { charts: { timeoutMs: 30_000 } } },
  });
  const made = await oracle.owner.post('/v1/sampling', {
    projectId: 'did:ixo:project/v',
    population: 1200,
    confidence: 0.95,
    precision: 0.05,
    expectedMean: 2.4,
    expectedSD: 0.9,
    dropoutRate: 0.15,
    justification: { mean: '=HYPERLINK("http://x")', sd: 'pilot of <b>30</b> homes' },
    stratification: {
      enabled: true,
      scope: 'overall',
      strata: [
        { name: 'Höhe', weight: 0.6 },
        { name: 'Küste', weight: 0.4, sd: 1.2 },
      ],
    },
  });
  if (made.status !== 201) throw new Error(made.text);
  const designId = String(made.at('designId'));
  const kept = new Map<ReportFormat, Buffer>();
  for (const format of FORMATS) {
    const written = await oracle.owner.post('/v1/reports', { designId, format });
    if (written.status !== 201) throw new Error(written.text);
    const path = encodeURIComponent(String(written.at('path')));
    kept.set(format, (await oracle.owner.get(`/api/fs/content?path=${path}`)).bytes);
  }
  return { oracle, designId, file: (format) => kept.get(format) ?? Buffer.alloc(0) };
}
