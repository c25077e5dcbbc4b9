import { definePlugin } from 'oracle-runtime/plugin';
import { Charts } from '../charts/service.js';
import { Designs } from '../sampling/service.js';
import { Preferences } from '../user-preferences/service.js';
import { Files } from '../vfs/service.js';
import { manifest } from './manifest.js';
import { publishReport } from './operations/publish-report.js';
import { verifyReportOperation } from './operations/verify-report.js';
import { writeReport } from './operations/write-report.js';
import { createApartVerifier } from './verification/verify-apart.js';
import { verifyCommand } from './verification/verify-command.js';

export default definePlugin({
  name: 'reports',
  version: '1.0.0',
  manifest,
  softDependsOn: ['sampling', 'vfs', 'charts', 'user-preferences'],
  scopes: { reports: 'write, verify and publish reports' },
  commandGroup: { name: 'report', summary: 'documents whose figures can be checked', usual: 'verify' },
  commands: [verifyCommand],
  setup(ctx) {
    const verifier = createApartVerifier();
    const parts = {
      designs: ctx.use(Designs),
      files: ctx.use(Files),
      charts: ctx.use(Charts),
      preferences: ctx.use(Preferences),
      verifier,
      oracle: ctx.oracle,
      clock: ctx.clock,
      signer: ctx.signer,
    };
    return {
      operations: [writeReport(parts), verifyReportOperation(parts), publishReport(parts)],
      dispose: () => verifier.dispose(),
    };
  },
});
