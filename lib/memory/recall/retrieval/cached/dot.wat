;; Inner products of a question with rows of numbers of 16 bits, whose high and low bytes are stored apart. `bytes` is the number of bytes of a row in either, a multiple of 16 and more than 0.
;; The bytes in dot.ts are made of this: `npx vitest run --project unit lib/memory/recall/retrieval/cached/dot` says how.
(module
  (memory (export "memory") 1)
  ;; High bytes alone with a question of 16-bit numbers: a sum of 32 bits for each row.
  (func (export "scan") (param $question i32) (param $row i32) (param $count i32) (param $bytes i32) (param $scores i32)
    (local $end i32) (local $at i32) (local $codes v128) (local $a v128) (local $b v128)
    (block $none
      (br_if $none (i32.eqz (local.get $count)))
      (loop $rows
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $question))
        (local.set $end (i32.add (local.get $row) (local.get $bytes)))
        (loop $numbers
          (local.set $codes (v128.load (local.get $row)))
          (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $codes)) (v128.load (local.get $at)))))
          (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $codes)) (v128.load offset=16 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $numbers (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 16))) (local.get $end))))
        (local.set $a (i32x4.add (local.get $a) (local.get $b)))
        (i32.store (local.get $scores)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a)))
            (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))
        (local.set $scores (i32.add (local.get $scores) (i32.const 4)))
        (br_if $rows (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))))
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
