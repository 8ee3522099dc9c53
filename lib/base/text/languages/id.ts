import { profile } from '#lib/base/text/languages/profile';

export const id = profile(
  'id',
  'Latin',
  `dan atau tetapi tapi namun serta bahwa karena sebab jika kalau bila ketika saat sementara agar supaya sehingga maka
  saya aku kamu anda dia ia kami kita mereka beliau ku mu nya
  yang ini itu para sang si tersebut
  di ke dari pada dalam untuk dengan oleh tentang antara sampai hingga sejak tanpa terhadap kepada bagi seperti sebagai atas bawah
  adalah ialah ada akan telah sudah sedang masih belum bisa dapat harus boleh mau ingin menjadi merupakan
  apa siapa mana kapan bagaimana mengapa kenapa berapa dimana tidak bukan jangan ya juga hanya lagi pun saja sangat lebih paling kurang semua setiap banyak beberapa suatu sebuah seorang satu lain sini sana`,
);
