import { profile } from '#lib/base/text/languages/profile';

export const vi = profile(
  'vi',
  'Latin',
  `và hoặc hay nhưng mà thì là của cho với từ đến tới trong ngoài trên dưới tại ở về bởi do để vì nên nếu khi lúc như rằng
  tôi tao tớ mình ta bạn anh chị em ông bà cô chú nó họ chúng hắn y
  có không chưa đã đang sẽ được bị phải cần muốn thể đi ra vào lên xuống lại rồi
  này kia đó ấy đây những các một mọi mỗi từng vài nhiều ít rất quá lắm hơn nhất cũng chỉ còn vẫn đều
  ai gì nào đâu bao giờ sao nhiêu mấy thế vậy cái con chiếc người việc sự điều nữa theo sau trước giữa`,
  'letter',
);
