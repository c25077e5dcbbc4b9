/** The verifier as one page, with its script and style in it and a place for a record: scripts/saved-verifier.mjs. */
declare module '*/saved.html' {
  const page: string;
  export default page;
}
