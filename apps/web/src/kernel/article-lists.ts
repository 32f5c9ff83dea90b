/** Which lists of articles are asked for. */

/** As on the wire. */
export const articleCates = { announcement: 1, help: 2, rules: 3 } as const;

/** Input of `/base/article` for the one line at home. */
export const newestAnnouncement = { cate: articleCates.announcement, page: 1, pageSize: 1 };
