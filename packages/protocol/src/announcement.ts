/** Wire of announcements and articles: what the house tells everybody, in the reader's language (spec §7 `/base/article*`, rules §10). */
import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { Fields, Id, IdIn, ListOf, pageFields, Time } from './fields.ts';

/** 1 announcement, 2 help, 3 rule of the house (terms, privacy, risk). */
export const ArticleCate = () =>
  Type.Integer({
    minimum: 1,
    maximum: 3,
    description: '1 announcement, 2 help, 3 rule of the house (terms, privacy, risk)',
  });

const CateIn = () => Type.Union([ArticleCate(), Type.String({ pattern: '^[1-3]$' })]);

/** A piece of a text: its words, and where they lead. */
const Part = Type.Object({
  text: Type.String(),
  href: Type.Union([Type.String({ description: 'https only' }), Type.Null()]),
  isStrong: Type.Boolean(),
});

/** A block of a text; `item`s that follow each other are one list. */
export const Block = Type.Object({
  kind: Type.Union([Type.Literal('heading'), Type.Literal('paragraph'), Type.Literal('item')]),
  parts: Type.Array(Part),
});
export type Block = Static<typeof Block>;

const row = {
  ID: Id(),
  CreatedAt: Time('publish time'),
  UpdatedAt: Time('publish time of the words that stand now'),
  cate: ArticleCate(),
  title: Type.String(),
  lang: Type.String({
    description: "prefix of the language of these words: the request's, or en where it is missing",
  }),
};

export const ArticleRow = Type.Object(row);
export type ArticleRow = Static<typeof ArticleRow>;

export const Article = Type.Object({
  ...row,
  content: Type.String({ description: 'plain words, never HTML' }),
  blocks: Type.Array(Block, { description: 'the same words with headings, lists and links' }),
});
export type Article = Static<typeof Article>;

const open = { auth: 'public', movesMoney: false, rate: 'read' } as const;

export const announcementCalls = {
  articles: defineCall({
    ...open,
    method: 'GET',
    path: '/base/article',
    summary:
      'What is published, newest first, in the language of the request; of every kind without `cate`.',
    input: Fields({ ...pageFields, cate: Type.Optional(CateIn()) }),
    output: ListOf(ArticleRow),
    codes: [],
  }),
  findArticle: defineCall({
    ...open,
    method: 'GET',
    path: '/base/article/detail',
    summary: 'One published text in full.',
    input: Fields({ ID: IdIn() }),
    output: Type.Object({ rearticle: Article }),
    codes: [5007],
  }),
};
