/** Published facts and their statements in the public log (ADR 89). */
export * from './check-facts.ts';
export * from './fact-text.ts';
export * from './plain-json.ts';
