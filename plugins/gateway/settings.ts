import { readFileSync } from 'node:fs';
import { bool, makeValidator, str } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { parseCertificates } from './upstream/certificates.js';
import { parseChainAddresses } from './upstream/chain-address.js';

/** Where nodes listen; checked here so that a typo ends the boot with its name. */
const chainUrl = makeValidator<string>((text) => {
  parseChainAddresses(text);
  return text;
});

/** A file of certificates, read here so that a typo ends the boot with its name. */
const certificates = makeValidator<string>((path) => {
  parseCertificates(readFileSync(path, 'utf8'));
  return path;
});

/** First path segments, separated by commas. */
const prefixList = makeValidator<string>((text) => {
  const bad = text.split(',').find((each) => !/^[a-z0-9][a-z0-9_-]*$/i.test(each.trim()));
  if (bad !== undefined)
    throw new Error(`${JSON.stringify(bad)} is no path segment: write ixo or ixo,cosmos`);
  return text;
});

export const env = {
  CHAIN_GRPC_URL: chainUrl({
    default: undefined,
    desc: 'gRPC address of a node: https://host:443, http://host:9090; several of one chain by comma',
  }),
  CHAIN_GRPC_CA: certificates({
    default: undefined,
    desc: "PEM file of the authority that signed the node's certificate, where it is a private one",
  }),
  CHAIN_DESCRIPTORS: str({
    default: undefined,
    desc: 'File with a FileDescriptorSet, in place of reflection',
  }),
  GATEWAY_PREFIX: prefixList({
    default: 'ixo',
    desc: 'First path segments below which queries are served, by comma',
  }),
  GATEWAY_AUTH: str<'public' | 'api-key' | 'ucan'>({
    choices: ['public', 'api-key', 'ucan'],
    default: 'public',
    desc: 'Who may query over HTTP',
  }),
  GATEWAY_BROADCAST: bool({
    default: false,
    desc: 'Whether POST /cosmos/tx/v1beta1/txs passes signed transactions on to the node',
  }),
  GATEWAY_UNMATCHED: str<'404' | '501'>({
    choices: ['404', '501'],
    default: '404',
    desc: "Status of a path that is no query; 501 is what a node's own REST server says",
  }),
};

export const config = z
  .strictObject({
    timeoutMs: z.int().min(50).max(120_000).default(10_000),
    longestTimeoutMs: z.int().min(50).max(600_000).default(60_000),
    refreshMinutes: z.int().min(1).max(1_440).default(30),
    concurrency: z.int().min(1).max(10_000).default(100),
    queue: z.int().min(0).max(100_000).default(2_000),
    maxAnswerBytes: z
      .int()
      .min(1_024)
      .max(1_073_741_824)
      .default(16 * 1_048_576),
  })
  .prefault({});
