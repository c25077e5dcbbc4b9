import type { AnsweredRequest, ServerFigures } from 'oracle-runtime/plugin';
import type { Registry } from './registry.js';

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Where nothing is: whoever asks at random shall not make series. */
const NO_ROUTE = 'none';

/** What a request is counted by, so that there are few series: its route and the first digit of its status. */
const classOf = (status: number) => `${Math.floor(status / 100)}xx`;

/** Rate, errors and duration of requests by route, and what is open. */
export function requestMetrics(
  registry: Registry,
  onRequest: (heard: (request: AnsweredRequest) => void) => void,
  figures: () => ServerFigures,
): void {
  const requests = registry.counter('oracle_http_requests_total', 'Requests by route and class of status.', [
    'method',
    'route',
    'status',
  ]);
  const durations = registry.histogram(
    'oracle_http_request_duration_seconds',
    'From the first byte of a request to the last of its answer; streams are left out.',
    ['method', 'route'],
    BUCKETS,
  );
  onRequest(({ method, route = NO_ROUTE, status, seconds, isStream }) => {
    requests.add({ method, route, status: classOf(status) });
    if (!isStream) durations.observe({ method, route }, seconds);
  });
  registry.observed('oracle_http_requests_open', 'Requests that are being answered.', 'gauge', () => [
    [{ kind: 'all' }, figures().requests],
    [{ kind: 'stream' }, figures().streams],
  ]);
  registry.observed(
    'oracle_database_connections',
    'Connections to PostgreSQL, and who waits for one.',
    'gauge',
    () => {
      const { pool } = figures();
      if (pool === undefined) return [];
      const { total, idle, waiting } = pool;
      return [
        [{ state: 'busy' }, total - idle],
        [{ state: 'idle' }, idle],
        [{ state: 'waiting' }, waiting],
      ];
    },
  );
}
