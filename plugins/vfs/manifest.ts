import type { Manifest } from 'oracle-runtime/plugin';

/** What the agent reads about files. */
export const manifest: Manifest = {
  title: 'Files',
  summary: 'Keeps, finds, edits and publishes files; private until published, shared by a link.',
  whenToUse: [
    'Storing, reading, editing, moving, copying, deleting or restoring a file or folder',
    'Finding files by name, by words or by an exact text',
    'Publishing a file or folder so that others can download it, or taking that back',
  ],
  whenNotToUse: ['Files on somebody’s own computer or on the web', 'Remembering facts about a person'],
  examples: [
    { user: 'What files do I have?', tool: 'vfs_list', args: {} },
    { user: 'List the folder /reports', tool: 'vfs_list', args: { path: '/reports' } },
    { user: 'Search my files for dropout rate', tool: 'vfs_search', args: { q: 'dropout rate' } },
    { user: 'Read the file /reports/2024.md', tool: 'vfs_read', args: { path: '/reports/2024.md' } },
    {
      user: 'Save a file /notes/todo.txt with the content "call the auditor"',
      tool: 'vfs_write',
      args: { path: '/notes/todo.txt', content: 'call the auditor' },
    },
    {
      user: 'Publish /reports/2024.md',
      tool: 'vfs_set_public',
      args: { path: '/reports/2024.md', public: true },
    },
    {
      user: 'Make /reports/2024.md no longer public',
      tool: 'vfs_set_public',
      args: { path: '/reports/2024.md', public: false },
    },
    {
      user: 'Unpublish the folder /reports',
      tool: 'vfs_set_public',
      args: { path: '/reports', public: false },
    },
    {
      user: 'Make /reports/2024.md private',
      tool: 'vfs_set_public',
      args: { path: '/reports/2024.md', public: false },
    },
    {
      user: 'Move /reports/2024.md to /archive/2024.md',
      tool: 'vfs_move',
      args: { from: '/reports/2024.md', to: '/archive/2024.md' },
    },
    {
      user: 'Rename /reports/2024.md to /reports/final.md',
      tool: 'vfs_move',
      args: { from: '/reports/2024.md', to: '/reports/final.md' },
    },
    {
      user: 'Copy /reports/2024.md to /archive/2024.md',
      tool: 'vfs_copy',
      args: { from: '/reports/2024.md', to: '/archive/2024.md' },
    },
    { user: 'Create a folder /archive', tool: 'vfs_create_folder', args: { path: '/archive' } },
    {
      user: 'Share /reports/2024.md with everyone',
      tool: 'vfs_set_public',
      args: { path: '/reports/2024.md', public: true },
    },
    { user: 'Delete /reports/2024.md', tool: 'vfs_delete', args: { paths: ['/reports/2024.md'] } },
    {
      user: 'Restore /reports/2024.md from the trash',
      tool: 'vfs_restore',
      args: { paths: ['/reports/2024.md'] },
    },
    {
      user: 'Bring the deleted file /reports/2024.md back',
      tool: 'vfs_restore',
      args: { paths: ['/reports/2024.md'] },
    },
    {
      user: 'Get /reports/2024.md back',
      tool: 'vfs_restore',
      args: { paths: ['/reports/2024.md'] },
    },
    {
      user: 'Recover the deleted file /reports/2024.md',
      tool: 'vfs_restore',
      args: { paths: ['/reports/2024.md'] },
    },
    {
      user: 'I deleted /reports/2024.md by mistake, get it back',
      tool: 'vfs_restore',
      args: { paths: ['/reports/2024.md'] },
    },
    {
      user: 'Show the versions of /reports/2024.md',
      tool: 'vfs_versions',
      args: { path: '/reports/2024.md' },
    },
    {
      user: 'Restore version 2 of /reports/2024.md',
      tool: 'vfs_restore_version',
      args: { path: '/reports/2024.md', version: 2 },
    },
    {
      user: 'Bring back version 2 of /reports/2024.md',
      tool: 'vfs_restore_version',
      args: { path: '/reports/2024.md', version: 2 },
    },
  ],
  tags: [
    'file',
    'files',
    'folder',
    'document',
    'upload',
    'download',
    'publish',
    'unpublish',
    'share',
    'unshare',
    'private',
    'link',
    'save',
    'store',
    'trash',
    'restore',
  ],
  category: 'files',
  loading: 'on-demand',
  stability: 'stable',
};
