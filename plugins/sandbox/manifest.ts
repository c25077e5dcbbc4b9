import type { Manifest } from 'oracle-runtime/plugin';

export const manifest: Manifest = {
  title: 'Sandbox',
  summary: 'Runs Python or JavaScript away from everything else, and moves files in and out.',
  whenToUse: [
    'Someone wants code run, or a calculation or a change of a file that no other tool does',
    'Someone wants a file in the sandbox, or one of it kept',
  ],
  whenNotToUse: ['Sample sizes, draws, periods and charts: their own tools give figures that can be checked'],
  examples: [
    { user: 'Run this Python code: "print(2 + 2)"', tool: 'run_code', args: { code: 'print(2 + 2)' } },
    { user: 'Which files are in the sandbox?', tool: 'list_sandbox_files', args: {} },
    {
      user: 'Copy /data/readings.csv into the sandbox',
      tool: 'vfs_to_sandbox',
      args: { path: '/data/readings.csv' },
    },
  ],
  tags: ['code', 'python', 'javascript', 'run', 'script', 'program', 'sandbox', 'execute', 'calculate'],
  category: 'tools',
  loading: 'on-demand',
  stability: 'experimental',
};
