/** What differs from processor to processor: what the kernel calls it, and the numbers of its system calls. */
interface Numbers {
  readonly arch: number;
  readonly socket: number;
  readonly socketpair: number;
  /**
   * Keys of the kernel, which no namespace parts; memory that no process maps and no folder shows, so that nobody counts it
   * (`memfd_create`, `shmget`, `semget`, `msgget`); and what no processor numbers in its own way.
   */
  readonly closed: readonly number[];
}

/** `io_uring`, which does things that no filter sees, and `memfd_secret`. */
const EVERYWHERE = [425, 426, 427, 447];
const NUMBERS: Readonly<Record<string, Numbers>> = {
  x64: {
    arch: 0xc000003e,
    socket: 41,
    socketpair: 53,
    closed: [248, 249, 250, 319, 29, 64, 68, ...EVERYWHERE],
  },
  arm64: {
    arch: 0xc00000b7,
    socket: 198,
    socketpair: 199,
    closed: [217, 218, 219, 279, 194, 190, 186, ...EVERYWHERE],
  },
};
/** AF_UNIX, AF_INET, AF_INET6: what a network namespace parts. AF_VSOCK, the way to a hypervisor, is one that it does not. */
const FAMILIES = [1, 2, 10];

const [LOAD, EQUAL, AT_LEAST, RETURN] = [0x20, 0x15, 0x35, 0x06];
const [KILL, ALLOW, ERROR] = [0x80000000, 0x7fff0000, 0x00050000];
const [ENOSYS, EAFNOSUPPORT] = [38, 97];
/** Offsets in what the kernel shows of a call: its number, its processor, the lower half of its first argument. */
const [NUMBER, ARCH, FIRST] = [0, 4, 16];
/** Calls of another kind of program on the same processor begin here. */
const OTHER_CALLS = 0x40000000;

/**
 * A program for the kernel (classic BPF, as `bwrap --seccomp` takes it) that closes what namespaces leave open.
 * @returns undefined for a processor that is not known here
 */
export function syscallFilter(processor: string = process.arch): Buffer | undefined {
  const numbers = NUMBERS[processor];
  if (numbers === undefined) return undefined;
  const { arch, socket, socketpair, closed } = numbers;
  return Buffer.concat([
    step(LOAD, ARCH),
    step(EQUAL, arch, 1, 0),
    step(RETURN, KILL),
    step(LOAD, NUMBER),
    step(AT_LEAST, OTHER_CALLS, 0, 1),
    step(RETURN, ERROR | ENOSYS),
    ...closed.flatMap((call) => [step(EQUAL, call, 0, 1), step(RETURN, ERROR | ENOSYS)]),
    step(EQUAL, socket, 2, 0),
    step(EQUAL, socketpair, 1, 0),
    step(RETURN, ALLOW),
    step(LOAD, FIRST),
    ...FAMILIES.flatMap((family) => [step(EQUAL, family, 0, 1), step(RETURN, ALLOW)]),
    step(RETURN, ERROR | EAFNOSUPPORT),
  ]);
}

/** One instruction; `then` and `otherwise` are how many are passed over. */
function step(code: number, value: number, then = 0, otherwise = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(then, 2);
  bytes.writeUInt8(otherwise, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
