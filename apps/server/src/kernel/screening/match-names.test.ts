import { describe, expect, it } from 'vitest';
import { addressKey, bestMatch, searchedName, SHOWN_FROM } from './match-names.ts';

/** Invented people, each as a list has them and as others write the same name. */
const PEOPLE: readonly (readonly [listed: string, ...variants: string[]])[] = [
  [
    'Mohammed Yusuf al-Hassan',
    'Muhammad Youssef Hassan',
    'Mohamad Yousuf Al Hassan',
    'محمد يوسف الحسن',
  ],
  ['Abdulrahman Karimov', 'Abd al-Rahman Karimov', 'Abdurakhman Karimov', 'Абдурахман Каримов'],
  ['Khalid Nasser al-Otaibi', 'Khaled Nasir Al Utaibi', 'Halid Naser Otaybi'],
  ['Hussein Jaafar Mansour', 'Husayn Jafar Mansur', 'Hossein Jaffar Mansoor'],
  ['Fatima Zahra Benali', 'Fatimah Zohra Ben Ali', 'Fatma Zahra Benali'],
  [
    'Sergei Aleksandrovich Volkov',
    'Sergey Volkov',
    'Serguei Alexandrovich Volkov',
    'Сергей Александрович Волков',
  ],
  [
    'Dmitri Yevgenyevich Shcherbakov',
    'Dmitry Shcherbakov',
    'Dmitriy Evgenievich Scherbakov',
    'Дмитрий Щербаков',
  ],
  [
    'Aleksei Mikhailovich Zhukov',
    'Alexey Zhukov',
    'Alexei Michailowitsch Schukow',
    'Алексей Жуков',
  ],
  ['Yulia Viktorovna Chernova', 'Julia Chernova', 'Iuliia Viktorovna Chernova', 'Юлия Чернова'],
  [
    'Oleksandr Hryhorovych Tkachenko',
    'Alexander Tkachenko',
    'Oleksandr Tkatchenko',
    'Олександр Ткаченко',
  ],
  ['Nguyen Van Thanh', 'Nguyễn Văn Thành', 'Thanh Nguyen Van'],
  ['Tran Thi Bich Ngoc', 'Trần Thị Bích Ngọc', 'Ngoc Tran Thi Bich'],
  ['Wang Xiaoming', '王小明', 'Xiao Ming Wang', 'WANG Xiao-ming'],
  ['Zhang Weiguo', '张卫国', 'Weiguo Zhang', 'Chang Wei-kuo'],
  ['Kim Cheol Su', '김철수', 'Kim Chol-su', 'Cheolsu Kim'],
  ['Pak Yong Nam', 'Park Yong-nam', 'Pak Yongnam'],
  ['José García Núñez', 'Jose Garcia Nunez', 'GARCIA NUNEZ, José', 'Jose Garcia'],
  ['María del Carmen Rodríguez López', 'Maria Carmen Rodriguez Lopez', 'Maria Rodriguez Lopez'],
  ['João Pedro da Silva', 'Joao Pedro Silva', 'Silva, João Pedro'],
  ['Jürgen Müller', 'Juergen Mueller', 'Jurgen Muller', 'MÜLLER Jürgen'],
  ['Hans-Peter Weiß', 'Hans Peter Weiss', 'Hanspeter Weiss'],
  ['Tamás Varga', 'Tomas Varga', 'VARGA Tamas', 'T. Varga'],
  ['Łukasz Wójcik', 'Lukasz Wojcik', 'Wójcik Łukasz'],
  ['Đorđe Petrović', 'Djordje Petrovic', 'Ђорђе Петровић'],
  ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos', 'Yorgos Papadopoulos', 'Georgios Papadopoulos'],
  ['Mehmet Ali Öztürk', 'Mehmed Ali Ozturk', 'Mehmet Ozturk'],
  ['Şükrü Çelik', 'Sukru Celik', 'ÇELİK Şükrü'],
  ['Reza Hosseini Tehrani', 'Riza Husseini Tehrani', 'Reza Hoseyni Tehrani'],
  ['Ahmad Shah Durrani', 'Ahmed Shah Durani', 'Akhmad Shah Durrani'],
  ['Ramzan Magomedovich Isaev', 'Ramzan Isayev', 'Рамзан Исаев'],
  ['Séamus O’Brien', "Seamus O'Brien", 'Seamus OBrien'],
  ['Jean-Pierre Dupont', 'Jeanpierre Dupont', 'Jean Pierre Dupont', 'J.-P. Dupont'],
  ['Chukwuemeka Okafor', 'Chukwu Emeka Okafor', 'Okafor Chukwuemeka'],
  ['Oluwaseun Adebayo', 'Oluwa Seun Adebayo', 'Adebayo Oluwaseun'],
  ['Tewodros Haile Gebremariam', 'Teodros Haile Gebre Mariam', 'Tewodros Gebremariam'],
  ['Ivan Petrov', 'Иван Петров', 'Petrov, Iwan'],
  ['Qasim Suleiman al-Baghdadi', 'Kassem Soleimani Baghdadi', 'Qassem Sulayman Al Baghdadi'],
  ['Ri Chun Hwa', 'Ri Chunhwa', 'RI, Chun-hwa'],
  ['Somchai Srisawat', 'Somchai Sri Sawat', 'Somchay Srisawat'],
  ['Budi Santoso Wijaya', 'Budi Santosa Widjaja', 'Budi Wijaya'],
];

/** Nobody of the list: people of the same places, some with the surname or the given names of a listed one. */
const OTHERS = [
  'Mohammed Ali Khan',
  'Yusuf Islam Demir',
  'Khalid Mahmood',
  'Hassan Rahimi',
  'Hussein Al Amin',
  'Fatima Begum',
  'Zahra Karimi',
  'Sergei Ivanov',
  'Irina Volkova Petrenko',
  'Dmitri Medvedenko',
  'Alexander Schmidt',
  'Julia Roberts',
  'Nguyen Thi Mai',
  'Tran Van Hung',
  'Le Van Thanh',
  'Wang Li',
  'Wang Fang',
  'Zhang Min',
  'Xiaoming Li',
  'Kim Minji',
  'Kim Young Hee',
  'Park Ji Sung',
  'Jose Martinez',
  'Garcia Lorca',
  'Maria Lopez',
  'Carmen Ruiz',
  'Pedro Costa',
  'Joao Santos',
  'Thomas Mueller',
  'Petra Müller',
  'Hans Weber',
  'Peter Schwarz',
  'Tomas Novak',
  'Anna Varga',
  'Lukas Wagner',
  'Milan Petrović',
  'Nikos Papadakis',
  'Mehmet Yilmaz',
  'Ayse Öztürk',
  'Ali Celik',
  'Reza Ahmadi',
  'Ahmad Zahir',
  'Shah Rukh',
  'Patrick O’Brien',
  'Marie Dupont',
  'Pierre Martin',
  'Emeka Obi',
  'Ngozi Okafor',
  'Haile Selassie Bekele',
  'Ivan Sidorov',
  'Pavel Petrov',
  'Natalia Petrova',
  'Suleiman Bello',
  'Chun Li',
  'Somsak Wongsa',
  'Budi Hartono',
  'Agus Santoso',
  'Anna Weber',
  'John Smith',
  'Emma Johnson',
  'Noah Fischer',
  'Linh Tran',
  'Olga Petrenko',
  'Mika Kovač',
  'Kim Tester',
  'Omar Haddad',
  'Sofia Duarte',
  'Jun Sato',
  'Marek Nowak',
  'Eve Structur',
  'Li Wei',
  'Ri Yong',
  'Pak Min',
  'Abdul Karim',
  'Rahman Abdi',
  'Nasser Ali',
  'Mansour Bahrami',
];

/** A letter is missing or doubled in the longest word. */
function mistyped(name: string): string[] {
  const longest = name.split(/[\s-]+/).toSorted((one, two) => two.length - one.length)[0]!;
  const at = Math.floor(longest.length / 2);
  const [before, letter, after] = [longest.slice(0, at), longest[at]!, longest.slice(at + 1)];
  return [before + after, before + letter + letter + after].map((word) =>
    name.replace(longest, word),
  );
}

/** Written as forms do: surname first, capitals. */
const asInForms = (name: string): string[] => {
  const words = name.split(' ');
  return [[words.at(-1)!, ...words.slice(0, -1)].join(' '), name.toUpperCase()];
};

const same = PEOPLE.flatMap(([listed, ...variants]) =>
  [...variants, ...asInForms(listed), ...mistyped(listed)].map((given) => [given, listed] as const),
);
const different = OTHERS.flatMap((given) => PEOPLE.map(([listed]) => [given, listed] as const));
const among = PEOPLE.flatMap(([, given], at) =>
  PEOPLE.filter((_person, place) => place !== at).map(([listed]) => [given!, listed] as const),
);
const isShown = ([given, listed]: readonly [string, string]) =>
  bestMatch(given, [listed]).score >= SHOWN_FROM;

/** Three-letter parts as PostgreSQL makes them. */
const partsOf = (text: string) =>
  new Set(
    text.split(' ').flatMap((word) => {
      const padded = `  ${word} `;
      return [...padded].slice(2).map((_letter, at) => padded.slice(at, at + 3));
    }),
  );
const similarity = (left: string, right: string) => {
  const [one, two] = [partsOf(left), partsOf(right)];
  const common = [...one].filter((part) => two.has(part)).length;
  return common / (one.size + two.size - common);
};
/** As in `entriesNamed`. */
const isFound = ([given, listed]: readonly [string, string]) => {
  const [one, two] = [searchedName(given), searchedName(listed)];
  return similarity(one.words, two.words) >= 0.3 || similarity(one.sounds, two.sounds) >= 0.3;
};

describe('names against a list', () => {
  it('finds most spellings of a listed name and shows few other people', () => {
    const found = same.filter((pair) => isFound(pair) && isShown(pair)).length;
    const wrong = [...different, ...among].filter((pair) => isFound(pair) && isShown(pair)).length;
    const figures = {
      pairs: [same.length, different.length + among.length],
      recall: Number((found / same.length).toFixed(3)),
      precision: Number((found / (found + wrong)).toFixed(3)),
    };
    // As in docs/features/backoffice/screening.md.
    expect(figures).toEqual({ pairs: [255, 4640], recall: 0.988, precision: 0.992 });
  });

  it.each([
    ['Tomas Varga', 'VARGA, Tamás'],
    ['T. Varga', 'Tamás Varga'],
    ['Varga Tomas', 'Tamás Varga'],
  ])('shows %s for %s', (given, listed) => {
    expect(bestMatch(given, [listed]).score).toBeGreaterThanOrEqual(SHOWN_FROM);
  });

  it.each([
    ['Tomas Varga', 'Varga'],
    ['Anna Weber', 'Peter Weber'],
    ['', 'Tamás Varga'],
    ['T. V.', 'Tamás Varga'],
    ['!!', '??'],
  ])('does not show %s for %s', (given, listed) => {
    expect(bestMatch(given, [listed]).score).toBeLessThan(SHOWN_FROM);
  });

  it('says which name of an entry is most alike', () => {
    expect(bestMatch('Tomas Varga', ['Gergő Kiss', 'Tamás Varga', 'Varga']).name).toBe(
      'Tamás Varga',
    );
  });

  it('takes addresses without their checksum', () => {
    expect(addressKey(' 0xAbCdEf ')).toBe(addressKey('0xabcdef'));
  });
});
