;; Inner products of a question with rows of numbers of 16 bits, whose high and low bytes are stored apart. `bytes` is the number of bytes of a row in either, a multiple of 16 and more than 0.
;; The bytes in dot.ts are made of this: `npx vitest run --project unit lib/memory/recall/retrieval/cached/dot` says how.
(module
  (memory (export "memory") 1)
  ;; High bytes alone with a question of 16-bit numbers: a sum of 32 bits for each row. $count is a multiple of 4.
  ;; The four rows that are compared at a time are a quarter of $count apart, so that the processor reads several pages of the memory at the same time.
  (func (export "scan") (param $question i32) (param $row i32) (param $count i32) (param $bytes i32) (param $scores i32)
    (local $row1 i32) (local $row2 i32) (local $row3 i32) (local $end i32) (local $at i32) (local $last i32) (local $score i32)
    (local $codes v128) (local $a v128) (local $b v128) (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $row1 (i32.mul (local.get $bytes) (i32.shr_u (local.get $count) (i32.const 2))))
    (local.set $row2 (i32.mul (local.get $row1) (i32.const 2)))
    (local.set $row3 (i32.mul (local.get $row1) (i32.const 3)))
    ;; A sum has four bytes, so those of rows are $count bytes apart.
    (local.set $last (i32.add (local.get $scores) (local.get $count)))
    (block $none
      (br_if $none (i32.eqz (local.get $row1)))
      (loop $fours
        (local.set $s0 (v128.const i32x4 0 0 0 0))
        (local.set $s1 (v128.const i32x4 0 0 0 0))
        (local.set $s2 (v128.const i32x4 0 0 0 0))
        (local.set $s3 (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $question))
        (local.set $end (i32.add (local.get $row) (local.get $bytes)))
        (loop $numbers
          (local.set $a (v128.load (local.get $at)))
          (local.set $b (v128.load offset=16 (local.get $at)))
          (local.set $codes (v128.load (local.get $row)))
          (local.set $s0 (i32x4.add (local.get $s0) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $codes)) (local.get $a))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $codes)) (local.get $b)))))
          (local.set $codes (v128.load (i32.add (local.get $row) (local.get $row1))))
          (local.set $s1 (i32x4.add (local.get $s1) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $codes)) (local.get $a))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $codes)) (local.get $b)))))
          (local.set $codes (v128.load (i32.add (local.get $row) (local.get $row2))))
          (local.set $s2 (i32x4.add (local.get $s2) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $codes)) (local.get $a))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $codes)) (local.get $b)))))
          (local.set $codes (v128.load (i32.add (local.get $row) (local.get $row3))))
          (local.set $s3 (i32x4.add (local.get $s3) (i32x4.add
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $codes)) (local.get $a))
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $codes)) (local.get $b)))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $numbers (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 16))) (local.get $end))))
        ;; The four sums in one vector.
        (local.set $s0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $s0) (local.get $s1))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $s0) (local.get $s1))))
        (local.set $s2 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $s2) (local.get $s3))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $s2) (local.get $s3))))
        (local.set $s0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s0) (local.get $s2))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s0) (local.get $s2))))
        (v128.store32_lane 0 (local.get $scores) (local.get $s0))
        (v128.store32_lane 1 (local.tee $score (i32.add (local.get $scores) (local.get $count))) (local.get $s0))
        (v128.store32_lane 2 (local.tee $score (i32.add (local.get $score) (local.get $count))) (local.get $s0))
        (v128.store32_lane 3 (i32.add (local.get $score) (local.get $count)) (local.get $s0))
        (br_if $fours (i32.lt_u (local.tee $scores (i32.add (local.get $scores) (i32.const 4))) (local.get $last))))))
  ;; Both bytes of one row with a question of 16-bit numbers. Sums are floats, because they may exceed 32 bits.
  (func (export "exact") (param $question i32) (param $high i32) (param $low i32) (param $bytes i32) (result f32)
    (local $end i32) (local $h v128) (local $l v128) (local $a v128) (local $b v128)
    (local.set $end (i32.add (local.get $high) (local.get $bytes)))
    (loop $numbers
      (local.set $h (v128.load (local.get $high)))
      (local.set $l (v128.load (local.get $low)))
      (local.set $a (f32x4.add (local.get $a) (f32x4.convert_i32x4_s (i32x4.dot_i16x8_s
        (i8x16.shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23 (local.get $l) (local.get $h)) (v128.load (local.get $question))))))
      (local.set $b (f32x4.add (local.get $b) (f32x4.convert_i32x4_s (i32x4.dot_i16x8_s
        (i8x16.shuffle 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31 (local.get $l) (local.get $h)) (v128.load offset=16 (local.get $question))))))
      (local.set $question (i32.add (local.get $question) (i32.const 32)))
      (local.set $low (i32.add (local.get $low) (i32.const 16)))
      (br_if $numbers (i32.lt_u (local.tee $high (i32.add (local.get $high) (i32.const 16))) (local.get $end))))
    (local.set $a (f32x4.add (local.get $a) (local.get $b)))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
      (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a))))))
