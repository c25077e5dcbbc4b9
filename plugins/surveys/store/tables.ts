/** Times are ISO 8601 UTC, which sort as text. */
export interface SurveysTables {
  surveys_forms: {
    id: string;
    owner: string;
    design_id: string;
    selection_id: string;
    form_id: string;
    version: string;
    created_at: string;
    /** JSON of a `KeptForm`; never changes. */
    document: string;
  };
  surveys_keys: {
    id: string;
    owner: string;
    /** JSON of whom the phone acts for. */
    principal: string;
    design_id: string;
    person: string;
    /** Of the token in the address; the token itself is not stored. */
    token_sha256: string;
    created_at: string;
    revoked_at: string | null;
    used_at: string | null;
  };
  surveys_submissions: {
    id: string;
    owner: string;
    form_id: string;
    version: string;
    instance_id: string;
    key_id: string;
    person: string;
    received_at: string;
    unit_id: string;
    /** `YYYY-MM-DD`. */
    day: string;
    stratum: string | null;
    value: number | null;
    status: string;
    /** JSON list of `Finding`. */
    findings: string;
    /** What a person decided; null while the findings decide. */
    verdict: 'counts' | 'left out' | null;
    verdict_reason: string | null;
    /** The document that the phone sent, and its SHA-256. */
    xml: string;
    xml_sha256: string;
    /** JSON list of paths of attachments. */
    files: string;
  };
}
