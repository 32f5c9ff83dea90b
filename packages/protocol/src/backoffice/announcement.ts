/** API of announcements and articles for all members, in the reader's language. */
import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { Fields, Id, IdIn, ListOf, pageFields, Time } from '../fields.ts';
import { publicRead } from '../presets.ts';

/** 1 announcement, 2 help, 3 policy (terms, privacy, risk). */
export const ArticleCate = () =>
  Type.Integer({
    minimum: 1,
    maximum: 3,
    description: '1 announcement, 2 help, 3 policy (terms, privacy, risk)',
  });

const CateIn = () => Type.Union([ArticleCate(), Type.String({ pattern: '^[1-3]$' })]);

/** A run of text with an optional link. */
const Part = Type.Object({
  text: Type.String(),
  href: Type.Union([Type.String({ description: 'https only' }), Type.Null()]),
  isStrong: Type.Boolean(),
});

/** A block of a text; consecutive `item`s are one list. */
export const Block = Type.Object({
  kind: Type.Union([Type.Literal('heading'), Type.Literal('paragraph'), Type.Literal('item')]),
  parts: Type.Array(Part),
});
export type Block = Static<typeof Block>;

const row = {
  ID: Id(),
  CreatedAt: Time('publish time'),
  UpdatedAt: Time('publish time of the current version'),
  cate: ArticleCate(),
  title: Type.String(),
  lang: Type.String({
    description: "prefix of the text's language: the request's, or en if there is no translation",
  }),
};

export const ArticleRow = Type.Object(row);
export type ArticleRow = Static<typeof ArticleRow>;

export const Article = Type.Object({
  ...row,
  content: Type.String({ description: 'plain text, never HTML' }),
  blocks: Type.Array(Block, { description: 'the same text with headings, lists and links' }),
});
export type Article = Static<typeof Article>;

export const announcementCalls = {
  articles: defineCall({
    ...publicRead,
    path: '/base/article',
    summary:
      'Lists published announcements and articles, newest first, in the language of the request; all kinds without `cate`.',
    input: Fields({ ...pageFields, cate: Type.Optional(CateIn()) }),
    output: ListOf(ArticleRow),
    codes: [],
  }),
  findArticle: defineCall({
    ...publicRead,
    path: '/base/article/detail',
    summary: 'Returns one announcement or article.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ rearticle: Article }),
    codes: [5007],
  }),
};
