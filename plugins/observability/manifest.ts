import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Observability',
  summary: 'Metrics of model calls, tool calls and the process for Prometheus, and a log line for each call.',
  whenToUse: [],
  category: 'operations',
  loading: 'silent',
  stability: 'stable',
};
