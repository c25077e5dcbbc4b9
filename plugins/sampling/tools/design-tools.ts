import { type AnyTool, defineTool } from 'oracle-runtime/plugin';
import { z } from 'zod';
import { verificationStatus } from '../schemas/design-record-schema.js';
import { designToolInput } from '../schemas/design-schema.js';
import { designSample, readerOf, type SamplingService } from '../service.js';
import type { DesignRecord } from '../store/design-record.js';

/** Designing, listing and reading samples in a conversation. */
export function designTools(service: SamplingService): AnyTool[] {
  return [
    defineTool({
      name: 'design_sample',
      description:
        'Calculates the sample size of a survey or stove-use monitoring campaign and stores the design: base size, finite population, dropout and strata, with every formula, alternatives and warnings. Fractions are 0..1 (15% is 0.15).',
      input: designToolInput(service.profiles),
      scope: 'sampling',
      run: async (args, rt) => withSummary(await designSample(service, rt.principal, args)),
    }),
    defineTool({
      name: 'list_sample_designs',
      description: 'Lists stored sample designs, newest first, with their sizes and verification status.',
      input: z.object({
        status: verificationStatus.optional().describe('Only designs of this verification status'),
        limit: z.int().min(1).max(100).default(20).describe('At most this many'),
      }),
      scope: 'sampling',
      idempotent: true,
      run: (args, rt) => service.designs.list(readerOf(rt.principal), args),
    }),
    defineTool({
      name: 'get_sample_design',
      description: 'Reads one stored sample design by its id, with its working and verification status.',
      input: z.object({ designId }),
      scope: 'sampling',
      idempotent: true,
      run: async (args, rt) => withSummary(await service.designs.get(readerOf(rt.principal), args.designId)),
    }),
  ];
}

export const designId = z
  .string()
  .min(1)
  .max(100)
  .describe('Identifier of a stored design, such as design-0b9f6d2e-…')
  .meta({ aliases: ['design', 'design id'] });

/** Puts one sentence with the numbers before the numbers themselves. */
function withSummary(design: DesignRecord) {
  const { calculatedSize, adjustedSize, population, dropoutRate } = design.parameters;
  const strata = design.stratification?.strata.map((s) => `${s.name} ${s.sampleSize}`).join(', ');
  return {
    summary: `Draw ${adjustedSize} of ${population} units${strata === undefined ? '' : ` (${strata})`}: ${calculatedSize} valid units are needed, and a dropout of ${dropoutRate} is allowed for.`,
    ...design,
  };
}
