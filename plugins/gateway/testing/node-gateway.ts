import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponseSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileOptionsSchema,
} from '@bufbuild/protobuf/wkt';
import { fixtureSet } from './fixture-files.js';

const run = promisify(execFile);
const SOURCES = fileURLToPath(new URL('../../../bench/peers/grpc-gateway', import.meta.url));
const CACHE = fileURLToPath(new URL('../../../.cache/grpc-gateway', import.meta.url));

const GENERATORS = {
  gocosmos: 'github.com/cosmos/gogoproto/protoc-gen-gocosmos',
  'grpc-gateway': 'github.com/grpc-ecosystem/grpc-gateway/protoc-gen-grpc-gateway',
};
/** Go packages of the files that are not generated here. */
const PACKAGES: Readonly<Record<string, string>> = {
  'gogoproto/gogo.proto': 'github.com/cosmos/gogoproto/gogoproto',
  'google/api/annotations.proto': 'google.golang.org/genproto/googleapis/api/annotations',
  'google/api/http.proto': 'google.golang.org/genproto/googleapis/api/annotations',
  'google/protobuf/any.proto': 'github.com/cosmos/gogoproto/types',
  'google/protobuf/descriptor.proto': 'github.com/cosmos/gogoproto/protoc-gen-gogo/descriptor',
  'google/protobuf/duration.proto': 'github.com/cosmos/gogoproto/types',
  'google/protobuf/timestamp.proto': 'github.com/cosmos/gogoproto/types',
  'google/protobuf/wrappers.proto': 'github.com/cosmos/gogoproto/types',
};

export interface NodeGateway {
  readonly pid: number;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The HTTP gateway that a Cosmos node has, in front of the fixture chain: grpc-gateway and gogoproto's JSON, built with
 * Go from `bench/peers/grpc-gateway` and code generated for the fixture's protos. The first build takes a minute.
 * @param node `http://host:port` of the gRPC server
 */
export async function startNodeGateway(node: string): Promise<NodeGateway> {
  const child = spawn(await buildNodeGateway(), [new URL(node).host], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [address] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the peer ended with ${code}`);
    }),
  ]);
  return { pid: child.pid ?? -1, url: `http://${address}`, close: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** The path of the program. */
async function buildNodeGateway(): Promise<string> {
  const { file: files } = fixtureSet();
  for (const file of files) {
    file.options ??= create(FileOptionsSchema);
    file.options.goPackage = PACKAGES[file.name] ?? packageOf(file);
  }
  const version = execFileSync('go', ['version'], { encoding: 'utf8' });
  const binary = join(CACHE, fingerprint(version, files), 'peer');
  if (existsSync(binary)) return binary;
  const scratch = mkdtempSync(join(tmpdir(), 'grpc-gateway-'));
  try {
    // Generators write to the import path of what they make, which begins with the module's name.
    const module = join(scratch, 'peer');
    cpSync(SOURCES, module, { recursive: true });
    const go = (...args: string[]) =>
      run('go', args, {
        cwd: module,
        env: { ...process.env, GOBIN: scratch, GOFLAGS: '-mod=readonly -buildvcs=false' },
      });
    await go('install', ...Object.values(GENERATORS));
    const own = files.filter(({ name }) => PACKAGES[name] === undefined);
    // A generator takes the files of one Go package at a time.
    for (const name of new Set(own.map(packageOf))) {
      const inside = own.filter((file) => packageOf(file) === name);
      const served = inside.filter(({ service }) => service.length > 0);
      await generate(scratch, 'gocosmos', 'plugins=grpc', files, inside);
      await generate(scratch, 'grpc-gateway', 'allow_colon_final_segments=true', files, served);
    }
    await go('build', '-o', join(scratch, 'program'), '.');
    mkdirSync(dirname(binary), { recursive: true });
    cpSync(join(scratch, 'program'), `${binary}.${process.pid}`);
    renameSync(`${binary}.${process.pid}`, binary);
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return binary;
}

/** Speaks to a generator as protoc does. */
async function generate(
  scratch: string,
  generator: keyof typeof GENERATORS,
  option: string,
  files: FileDescriptorProto[],
  wanted: readonly FileDescriptorProto[],
): Promise<void> {
  if (wanted.length === 0) return;
  const request = create(CodeGeneratorRequestSchema, {
    fileToGenerate: wanted.map(({ name }) => name),
    parameter: option,
    protoFile: files,
  });
  const output = execFileSync(join(scratch, `protoc-gen-${generator}`), {
    input: toBinary(CodeGeneratorRequestSchema, request),
    maxBuffer: 64 * 1024 * 1024,
  });
  const { error, file: made } = fromBinary(CodeGeneratorResponseSchema, output);
  if (error !== '') throw new Error(`${generator}: ${error}`);
  for (const { name, content } of made) {
    const path = join(scratch, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

/** `peer/gen/ixo/claims` of `ixo/claims/v1beta1/query.proto`. */
function packageOf(file: FileDescriptorProto): string {
  return `peer/gen/${dirname(file.name).replace(/\/v\d\w*$/, '')}`;
}

/** Changes with all that the program is made of. */
function fingerprint(version: string, files: readonly FileDescriptorProto[]): string {
  const hash = createHash('sha256').update(version);
  for (const file of files) hash.update(toBinary(FileDescriptorProtoSchema, file));
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(SOURCES, name);
    if (/\.(?:go|mod|sum)$/.test(name)) hash.update(name).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}
