/** Types of the browser finder, for the stories written in TypeScript. */
/** The path of an executable Chromium, or undefined where only an installed Chrome can serve. */
export declare const browserPath: () => Promise<string | undefined>;
