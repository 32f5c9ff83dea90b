/** The list of paper mode: invented people, companies and addresses, so that newcomers can see a hit (docs/features/backoffice/screening.md). */
import type { ListedEntry, ListFile } from '../../../kernel/screening/list-entry.ts';

const nobody: Omit<ListedEntry, 'number' | 'names'> = {
  kind: 'person',
  births: [],
  birthplaces: [],
  nationalities: [],
  documents: [],
  gender: '',
  since: '',
  programme: 'Invented for paper money',
  wallets: [],
};

export const sampleList: ListFile = {
  list: 'SAMPLE',
  publishedOn: null,
  entries: [
    {
      ...nobody,
      number: 'SL.2219.07',
      names: ['VARGA, Tamás', '“Tomi”, T. Varga'],
      births: ['1968', '1969'],
      birthplaces: ['Győr, Hungary'],
      nationalities: ['Hungary'],
      documents: ['HU passport BX000219', 'HU ID card 000219SL'],
      gender: 'male',
      since: '2022-02-03',
    },
    {
      ...nobody,
      number: 'SL.2219.08',
      names: ['Karim Yusuf al-Sample', 'Kareem Youssef Sample'],
      births: ['1975-05-04'],
      nationalities: ['Nowhere'],
      gender: 'male',
      since: '2023-06-12',
    },
    {
      ...nobody,
      number: 'SL.2219.09',
      names: ['Olga Sergeyevna Primerova', 'Ольга Сергеевна Примерова'],
      births: ['1981-11-30'],
      gender: 'female',
      since: '2024-01-15',
    },
    {
      ...nobody,
      kind: 'entity',
      number: 'SL.2219.10',
      names: ['Sample Mixer Trading Ltd'],
      since: '2024-08-01',
      wallets: ['0x5a4d504c45000000000000000000000000000bad'],
    },
  ],
};
