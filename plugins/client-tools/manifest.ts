import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Client tools',
  summary: 'What a client brings with a message: tools that it runs itself, and instructions of its own.',
  whenToUse: [],
  category: 'doors',
  loading: 'silent',
  stability: 'experimental',
};
