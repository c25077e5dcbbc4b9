export function answerTo(line: string): string | undefined;
