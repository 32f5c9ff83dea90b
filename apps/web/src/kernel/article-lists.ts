/** Inputs of the article list calls. */

/** As on the wire. */
export const articleCates = { announcement: 1, help: 2, rules: 3 } as const;

/** Input of `/base/article` for the single line on home. */
export const newestAnnouncement = { cate: articleCates.announcement, page: 1, pageSize: 1 };
