import { expect } from 'vitest';

/** The problem of an error answer, once its form has been checked. */
export async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const problem = (await response.json()) as {
    type: string;
    title: string;
    status: number;
    detail: string;
    code: string;
    hint?: string;
    errors?: { field: string; message: string }[];
    requestId: string;
  };
  expect(problem.type).toBe(`urn:oracle-runtime:problem:${problem.code}`);
  expect(problem.status).toBe(response.status);
  expect(problem.requestId).toBe(response.headers.get('x-request-id'));
  return problem;
}
