import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { syscallFilter } from './syscall-filter.js';

/** What one run may use. */
export interface Limits {
  /** MiB of all its processes together. */
  readonly memory: number;
  readonly processes: number;
  /** MiB of its workspace, and of one file in it. */
  readonly disk: number;
  readonly fileSize: number;
  /** Files of its workspace. */
  readonly files: number;
  /** Characters of each of its outputs that are kept. */
  readonly output: number;
}

export const LIMITS: Limits = {
  memory: 512,
  processes: 64,
  disk: 200,
  fileSize: 100,
  files: 5_000,
  output: 100_000,
};

export type Language = 'python' | 'javascript';

/** Of nobody: where the server is root, code runs as this user, so that the kernel counts its processes. */
export const JAIL_USER = 60_001;
export const isRoot = process.getuid?.() === 0;
const asNobody = isRoot ? { uid: JAIL_USER, gid: JAIL_USER } : {};

const MIB = 1024 * 1024;
const NODE = '/opt/node';
const FILE = { python: 'main.py', javascript: 'main.mjs' };
/** Where bubblewrap reads the filter of system calls. */
const FILTER_FD = 3;
const CLOEXEC = 0o2000000;
/** Closes what it was given beside its input and its outputs, and becomes the program that it is told. */
const CLOSE = [
  '/usr/bin/python3',
  '-I',
  '-S',
  '-c',
  'import os,sys;os.closerange(3,1<<16);os.execv(sys.argv[1],sys.argv[1:])',
];

/**
 * The command that runs a program with namespaces of its own (no network, no other process to be seen), a file system of
 * `/usr` alone, and the limits of one process. Limits of all of them together are for whoever watches.
 */
export function jailed(
  language: Language,
  place: { readonly workspace: string; readonly code: string },
  limits: Limits,
  seconds: number,
): { readonly file: string; readonly args: string[] } {
  const python = language === 'python';
  // Node reserves far more addresses than it uses; its heap has a limit of its own, and its memory is watched.
  const addresses = python ? limits.memory * MIB : 3_000 * MIB;
  const heap = Math.floor(limits.memory * 0.75);
  const program = python
    ? ['/usr/bin/python3', '-B', `/code/${FILE.python}`]
    : [NODE, `--max-old-space-size=${heap}`, `/code/${FILE.javascript}`];
  return {
    file: 'bwrap',
    args: [
      ...[
        '--unshare-all',
        '--unshare-user',
        '--disable-userns',
        '--die-with-parent',
        '--new-session',
        '--clearenv',
      ],
      ...['--seccomp', String(FILTER_FD), '--cap-drop', 'ALL', '--hostname', 'sandbox'],
      ...['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'HOME', '/work', '--setenv', 'LANG', 'C.UTF-8'],
      ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib'],
      ...['--symlink', 'usr/lib64', '/lib64', '--ro-bind', process.execPath, NODE],
      ...[
        '--proc',
        '/proc',
        '--dev',
        '/dev',
        '--size',
        String(16 * MIB),
        '--tmpfs',
        '/dev/shm',
        '--remount-ro',
        '/dev',
      ],
      ...['--size', String(64 * MIB), '--tmpfs', '/tmp', '--ro-bind', place.code, '/code'],
      // The root is memory too, of which half of the machine's would be theirs: once all is in its place nobody writes there.
      ...['--bind', place.workspace, '/work', '--remount-ro', '/', '--chdir', '/work'],
      ...['/usr/bin/prlimit', `--as=${addresses}`, `--nproc=${limits.processes}`, `--cpu=${seconds + 1}`],
      ...[`--fsize=${limits.fileSize * MIB}`, '--core=0', '--nofile=256', '--'],
      ...(isGivenFiles() ? CLOSE : []),
      ...program,
    ],
  };
}

/** Starts bubblewrap in a group of its own, and hands it the filter. */
export function startJailed(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): ChildProcess {
  const child = spawn(file, args, {
    ...asNobody,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env,
  });
  const filter = child.stdio[FILTER_FD];
  if (filter !== null && filter !== undefined && 'end' in filter) {
    filter.on('error', () => undefined);
    filter.end(syscallFilter());
  }
  return child;
}

/** Whether who started this server left files open that a program would be given: Node closes only the first few of them. */
function isGivenFiles(): boolean {
  return readdirSync('/proc/self/fdinfo').some((fd) => {
    if (Number(fd) <= 2) return false;
    try {
      const [, flags = '0'] =
        /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? [];
      return (Number.parseInt(flags, 8) & CLOEXEC) === 0;
    } catch {
      // That of the look itself.
      return false;
    }
  });
}

export function fileOf(language: Language): string {
  return FILE[language];
}

/** Why no code can be jailed on this machine; undefined when it can. */
export async function whyNoJail(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'bubblewrap jails on Linux alone';
  for (const program of ['/usr/bin/prlimit', '/usr/bin/python3']) {
    if (!existsSync(program)) return `${program} is missing: apt-get install util-linux python3`;
  }
  if (syscallFilter() === undefined) return `no filter of system calls is known for ${process.arch}`;
  const args = [
    '--seccomp',
    String(FILTER_FD),
    '--unshare-all',
    '--unshare-user',
    '--disable-userns',
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    'true',
  ];
  const child = startJailed('bwrap', args, { PATH: process.env['PATH'] });
  const stderr = child.stderr === null ? Promise.resolve('') : text(child.stderr);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code === 0) return undefined;
    const why = (await stderr).trim().split('\n')[0] ?? '';
    const lacks = /seccomp/i.test(why) ? 'filters of system calls' : 'user namespaces';
    return `this machine gives no ${lacks} to bubblewrap: ${why}`;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    return code === 'ENOENT'
      ? 'bwrap is missing: apt-get install bubblewrap (0.8 or newer)'
      : `bwrap cannot be started: ${String(code)}`;
  }
}
