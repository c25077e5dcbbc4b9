/** How often something strikes: in full where faults are tested alone (`npm run test:faults`), in part where all is. */
export function storm(full: number, part: number): number {
  return process.env['ORACLE_TEST_STORMS'] === '1' ? full : part;
}
