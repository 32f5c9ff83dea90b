/** Types of the builder, for the stories written in TypeScript. */
/** Builds server and web when their sources changed since the last build; `force` builds anyway. */
export declare const ensureBuilt: (options?: { force?: boolean }) => Promise<void>;
