// node tally.mjs PASSED FAILED REPORT...: adds vitest's JSON reports to the steps that were counted already, names
// what failed, prints `N passed, N failed` and exits 1 when anything did. An absent report was counted by its step.
import { existsSync, readFileSync } from 'node:fs';

const [passedSteps, failedSteps, ...reports] = process.argv.slice(2);
let passed = Number(passedSteps);
let failed = Number(failedSteps);

for (const path of reports.filter((report) => existsSync(report))) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  let named = 0;
  for (const file of report.testResults) {
    const failures = file.assertionResults.filter(({ status }) => status === 'failed');
    passed += file.assertionResults.filter(({ status }) => status === 'passed').length;
    for (const { fullName } of failures) console.log(`failed: ${file.name}: ${fullName}`);
    // A file that could not even be loaded holds no test that could fail.
    const broken = file.status === 'failed' && failures.length === 0;
    if (broken) console.log(`failed: ${file.name}: ${file.message ?? 'could not be run'}`);
    named += failures.length + Number(broken);
  }
  failed += named;
  // Errors outside any test, such as an unhandled rejection.
  if (!report.success && named === 0) {
    console.log(`failed: ${path}: the run failed although every test passed`);
    failed += 1;
  }
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
