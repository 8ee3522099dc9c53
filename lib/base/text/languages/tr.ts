import { profile } from '#lib/base/text/languages/profile';

export const tr = profile(
  'tr',
  'Latin',
  `ve veya ya da de ama fakat ancak ile için gibi kadar göre çünkü ki eğer hem ne
  ben sen o biz siz onlar beni bana benim bende seni sana senin onu ona onun bizi bize bizim sizi size sizin onları onların kendi kendisi
  bir bu şu bunu buna bunun şunu bunlar şunlar her hiç bazı tüm bütün çok az daha en pek böyle şöyle öyle
  var yok değil mi mı mu mü idi imiş ise olan olarak olduğu olduğunu oldu olur olmak olmuş oluyor olacak etti eder etmek ediyor eden
  kim kime kimin kimi ne neyi neye neden niçin nasıl nerede nereye nereden nere hangi kaç ne zaman zaman sonra önce şimdi artık bile sadece yalnız diye dolayı üzere karşı doğru beri`,
  'suffix',
);
