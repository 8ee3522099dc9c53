import { profile } from '#lib/base/text/languages/profile';

export const pl = profile(
  'pl',
  'Latin',
  `i oraz a ale lub albo czy że żeby aby bo ponieważ gdy kiedy gdzie jak jeśli jeżeli więc także też również
  ja ty on ona ono my wy oni one mnie mi ciebie ci jego jej jemu mu go ją nas nam was wam ich im się siebie mój moja moje mojego mojej twój twoja swój swoja swoje nasz nasza wasz
  jest są był była było byli były być będzie będą jestem jesteś ma mają miał miała mieć mam może mogą można trzeba został została
  w we z ze na do od dla po przed przez przy o u pod nad za bez między ku
  kto co czego komu kim czym jaki jaka jakie który która które których ile dlaczego skąd dokąd ten ta to tego tej te ci tym tych tamten taki taka
  nie tak tylko już jeszcze bardzo więcej mniej tu tam wszystko wszyscy każdy inny inne coś ktoś nic nikt sam zawsze wtedy`,
);
