/** How customers write secrets, and what looks like one and is none, in the fourteen languages. */
import { HIDDEN_PART } from '@tern/protocol';
import { describe, expect, it } from 'vitest';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import { hideSecrets } from './hide-secrets.ts';

/** `secrets` have the hidden part in double brackets; nothing of `others` is hidden. */
interface Spellings {
  secrets: readonly string[];
  others: readonly string[];
}

const SPELLINGS: Readonly<Record<Lang, Spellings>> = {
  en: {
    secrets: [
      'the code is [[4 9 3 0 2 1]]',
      'code: [[49 30 21]]',
      'code [[493.021]] does not work',
      'code\n[[493021]]',
      'The code? It is [[493021]]',
      'the code that you sent me this morning by SMS is [[493021]]',
      '[[493 021]] is what I got as the code',
      '[[4-9-3-0-2-1]]',
      'Here you are:\n[[493021]]\nThanks',
      'my OTP=[[493021]]',
      '2FA code [[４９３０２１]]',
      'codes [[493021]] and [[118822]]',
      'recovery code [[7QKF-2MPA-X4TB]]',
      'my password for the account is [[gaviota7]]',
      'the password that I use to log in every day is [[tern1234]]',
      'my old password is [[tern1234]], new is [[tern5678]]',
      'PIN [[1 3 5 7 9 0]]',
      'pin[[135790]]',
      'pw: [[hunter]]',
      'the password is "[[hunter]]"',
      'password is t e r n 1 2 3 4'.replace('t e r n 1 2 3 4', '[[t e r n 1 2 3 4]]'),
      '[[tern1234]] is my password',
      'seed phrase: [[legal winner thank year wave sausage worth useful legal winner thank yellow]]',
      'My recovery phrase is [[legal, winner, thank, year, wave, sausage, worth, useful, legal, winner, thank, yellow]]',
      'private key [[0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318]]',
      'card [[4111.1111.1111.1111]]',
      'card [[4111  1111  1111  1111]], CVV [[123]]',
      'PIN [[135790]] [[4111 1111 1111 1111]]',
    ],
    others: [
      'The code does not arrive. My withdrawal is W-20007.',
      'The code does not arrive, my order number is 20418.',
      'The code expired at 14:30:21 on 2026-11-22.',
      'Error code 4009 when I withdraw',
      'My country code is 49, my zip code is 10115',
      'My invitation code is TERN01',
      'I changed my password on 22.11.2026 and cannot withdraw 250,000 USDT',
      'I changed my password 24 hours ago and withdrew via TRC20',
      'I have had this password since 2024',
      'Since I changed my password, 0x9f86d081884c7d659a2feaa0c55ad015a3bf4f1b does not arrive',
      'The password mail comes from 203.0.113.7',
      'Did not get the code: call me at +49 151 23456789',
      'The code is missing and so are my $1,500.00',
      'I was pinned to 4111 1111 1111 1112 pinging 1357',
    ],
  },
  de: {
    secrets: [
      'Mein Code lautet [[493 021]]',
      'der Code, den ich gerade per SMS bekommen habe, lautet [[493021]]',
      'Code:\n[[49-30-21]]',
      '[[493021]] ist der Bestätigungscode',
      'Mein Passwort für das Konto ist [[möwe1234]]',
      'Auszahlungspasswort [[1 3 5 7 9 0]]',
      'SMS-Code [[493021]]',
      'Sicherheitscode der Karte [[123]], Kartennummer [[4111-1111-1111-1111]]',
      'Kennwort: [[hunter]]',
    ],
    others: [
      'Der Code kommt nicht an. Meine Auszahlung ist W-20007.',
      'Fehlercode 4009 bei der Auszahlung 20007',
      'Ich habe mein Passwort am 22.11.2026 geändert und warte auf 1.500,00 EUR',
      'Postleitzahl 10115, der Code kommt nicht',
    ],
  },
  es: {
    secrets: [
      'el código es [[4 9 3 0 2 1]]',
      'codigo: [[493-021]]',
      'mi contraseña para entrar en la cuenta es [[gaviota7]]',
      'mi contrasena es [[gaviota7]]',
      'la clave de retiro: [[135790]]',
      '[[493021]] es el código',
      'el código que me llegó hoy por SMS es el [[493021]]',
    ],
    others: [
      'El código no llega. Mi retiro es W-20007.',
      'Código de error 4009 en el retiro 20007',
      'código postal 28013',
      'Cambié la contraseña y no puedo retirar 250.000 USDT',
    ],
  },
  ru: {
    secrets: [
      'код [[49 30 21]]',
      'мой код из СМС, который только что пришёл: [[493021]]',
      'кодом [[493-021]]',
      '[[493021]] это код из смс',
      'пароль от моего аккаунта [[чайка7]]',
      'пин-код [[1 3 5 7 9 0]]',
      'ПАРОЛЬ: [[чайка]]',
      'Код?\n[[493021]]',
    ],
    others: [
      'Код не приходит. Мой вывод W-20007.',
      'Код ошибки 4009, заявка 20007',
      'Я сменил пароль 22.11.2026 и не могу вывести 250 000 USDT',
      'Код не приходит, звоните +7 912 345-67-89',
    ],
  },
  pt: {
    secrets: [
      'o código é [[493 021]]',
      'o codigo que recebi agora por SMS é [[4 9 3 0 2 1]]',
      'minha senha é [[gaivota7]]',
      'a senha de saque da minha conta: [[135790]]',
      'palavra-passe [[gaivota7]]',
      '[[493021]] é o código',
    ],
    others: [
      'O código não chega. O meu saque é W-20007.',
      'código de erro 4009',
      'Mudei a senha em 22/11/2026 e não posso sacar 1.500,00 USDT',
    ],
  },
  fr: {
    secrets: [
      'le code est [[493 021]]',
      "le code que j'ai reçu ce matin par SMS est [[49 30 21]]",
      'mon mot de passe est [[goéland7]]',
      'mdp [[goéland7]]',
      'mot de passe : [[hunter]]',
      '[[493021]] est mon code',
      'Voici le code\n[[493.021]]',
    ],
    others: [
      'Le code ne vient pas. Mon retrait est W-20007.',
      "Code d'erreur 4009 au retrait 20007",
      'code postal 75001',
      'J’ai changé mon mot de passe et j’attends 1 500,00 EUR',
    ],
  },
  it: {
    secrets: [
      'il codice è [[493 021]]',
      'il codice che ho ricevuto ora via SMS è [[4 9 3 0 2 1]]',
      'la mia password è [[gabbiano7]]',
      'la password del mio conto: [[gabbiano]]',
      '[[493021]] è il codice',
    ],
    others: [
      'Il codice non arriva. Il mio prelievo è W-20007.',
      'codice di errore 4009',
      'Ho cambiato la password il 22/11/2026 ma 250.000 USDT mancano',
    ],
  },
  id: {
    secrets: [
      'kode saya [[493 021]]',
      'kodenya adalah [[4 9 3 0 2 1]]',
      'kata sandi akun saya adalah [[camar77]]',
      'kode OTP yang saya terima lewat SMS adalah [[493021]]',
      '[[493021]] kode saya',
      'sandi: [[camar]]',
    ],
    others: [
      'Kode tidak datang. Penarikan saya W-20007.',
      'kode kesalahan 4009',
      'Saya ganti kata sandi tanggal 22-11-2026 dan 250.000 USDT belum masuk',
    ],
  },
  jp: {
    secrets: [
      'コードは[[493021]]です',
      '認証コードは[[493 021]]です',
      'さきほどSMSで届いた認証番号は[[４９３０２１]]です',
      '[[493021]]がコードです',
      'パスワードは[[kamome7]]です',
      '暗証番号　[[1 3 5 7 9 0]]',
      'パスワード：[[kamome]]',
    ],
    others: [
      'コードが届きません。出金はW-20007です。',
      'エラーコード4009が出ます',
      '招待コードはTERN01です',
      'パスワードを2026年11月22日に変更しました。250000 USDTが届きません',
    ],
  },
  kr: {
    secrets: [
      '코드는 [[493021]]입니다',
      '방금 문자로 받은 인증번호는 [[493 021]] 입니다',
      '[[493021]] 인증번호예요',
      '비밀번호는 [[galmaegi7]]이에요',
      '비번 [[1 3 5 7 9 0]]',
      '패스워드: [[galmaegi]]',
    ],
    others: [
      '코드가 오지 않아요. 출금은 W-20007입니다.',
      '오류 코드 4009가 나와요',
      '암호화폐 250000 USDT를 보냈어요',
      '비밀번호를 2026-11-22에 바꿨어요',
    ],
  },
  tr: {
    secrets: [
      'kodum [[493 021]]',
      'SMS ile gelen kod [[4 9 3 0 2 1]]',
      'hesabımın şifresi [[martı77]]',
      'sifrem [[martı77]]',
      'ŞİFRE: [[martı]]',
      '[[135790]] benim şifrem',
      'doğrulama kodunuz: [[49-30-21]]',
    ],
    others: [
      'Kod gelmiyor. Çekimim W-20007.',
      'hata kodu 4009',
      'Şifremi 22.11.2026 tarihinde değiştirdim, 1.500,00 USDT yok',
    ],
  },
  vn: {
    secrets: [
      'mã của tôi là [[493 021]]',
      'mã xác minh tôi vừa nhận qua SMS là [[4 9 3 0 2 1]]',
      'ma xac nhan [[493021]]',
      'mật khẩu của tôi là [[haiau77]]',
      'mat khau: [[haiau]]',
      '[[493021]] là mã OTP',
      'mật khẩu [[haiau77]]'.normalize('NFD'),
    ],
    others: [
      'Mã không đến. Lệnh rút của tôi là W-20007.',
      'mã lỗi 4009',
      'Tôi đã đổi mật khẩu ngày 22/11/2026 mà 250.000 USDT chưa về',
    ],
  },
  zh: {
    secrets: [
      '验证码是[[246810]]谢谢',
      '我刚才收到的短信验证码是[[24 68 10]]',
      '[[246810]]是验证码',
      '密码是[[haiou77]]',
      '提现密码[[1 3 5 7 9 0]]',
      '密码：[[haiou]]',
      '验证码\n[[246810]]',
    ],
    others: [
      '验证码收不到。我的提现是W-20007。',
      '错误代码4009',
      '我在2026年11月22日改了密码，250000 USDT还没到',
      '邀请码TERN01，邀请代码是TERN01',
    ],
  },
  tw: {
    secrets: [
      '驗證碼是[[246810]]謝謝',
      '剛剛收到的簡訊驗證碼是[[246 810]]',
      '[[246810]]是驗證碼',
      '密碼是[[haiou77]]',
      '提領密碼[[1-3-5-7-9-0]]',
      '密碼：[[haiou]]',
    ],
    others: [
      '驗證碼收不到。我的提領是W-20007。',
      '錯誤代碼4009',
      '我在2026年11月22日改了密碼，250000 USDT還沒到',
    ],
  },
};

const MARKED = /\[\[([^\]]*)\]\]/gu;
const shown = (text: string) => hideSecrets(text, 'customer').text.replaceAll(HIDDEN_PART, '#');
const listed = (part: keyof Spellings) =>
  Object.entries(SPELLINGS).flatMap(([lang, spellings]) =>
    spellings[part].map((text) => [lang, text] as const),
  );

describe('a message of a customer', () => {
  it.each(listed('secrets'))('hides a secret (%s): %s', (_lang, text) => {
    expect(shown(text.replaceAll(MARKED, '$1'))).toBe(text.replaceAll(MARKED, '#'));
  });

  it.each(listed('others'))('shows what is none (%s): %s', (_lang, text) => {
    expect(shown(text)).toBe(text);
  });
});
