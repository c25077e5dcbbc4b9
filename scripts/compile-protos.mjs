// Compiles the protos of the gateway and of its test chain into the modules that carry them. Run it after a change
// to a .proto file; it needs protoc (PROTOC, or on the path; Debian: protobuf-compiler, libprotobuf-dev).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

const gateway = fileURLToPath(new URL('../plugins/gateway/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'protos-'));
try {
  const services = ['claims', 'entity', 'iid', 'token'].map((name) => `ixo/${name}/v1beta1/query.proto`);
  emit(services, 'protos/descriptors.ts', 'The descriptors of the protos in this folder.');
  emit(
    [
      'fixture/query.proto',
      ...['auth', 'bank', 'mint', 'staking'].map((name) => `cosmos/${name}/v1beta1/query.proto`),
      'cosmos/tx/v1beta1/service.proto',
      ...['epochs', 'mint'].map((name) => `ixo/${name}/v1beta1/query.proto`),
    ],
    'testing/descriptors.ts',
    'The descriptors of the protos in this folder and their imports.',
  );
  emit(
    ['ixo/entity/v1beta1/tx.proto'],
    'testing/transaction-descriptors.ts',
    'The descriptors of what an oracle sends to the chain.',
  );
} finally {
  rmSync(scratch, { recursive: true });
}

function emit(files, target, what) {
  const out = join(scratch, 'set.bin');
  const roots = ['-I', `${gateway}protos`, '-I', `${gateway}testing/protos`];
  execFileSync(process.env.PROTOC ?? 'protoc', [...roots, '--include_imports', '-o', out, ...files], {
    stdio: 'inherit',
  });
  const set = fromBinary(FileDescriptorSetSchema, readFileSync(out));
  // The well-known types come with the protobuf library.
  set.file = set.file.filter(({ name }) => !name.startsWith('google/protobuf/'));
  const text = gzipSync(toBinary(FileDescriptorSetSchema, set), { level: 9 }).toString('base64');
  const lines = [
    `/** ${what} Made by scripts/compile-protos.mjs: a FileDescriptorSet, gzipped, in base64. */`,
    'export const DESCRIPTORS =',
    `  '${text}';`,
    '',
  ];
  writeFileSync(`${gateway}${target}`, lines.join('\n'));
}
