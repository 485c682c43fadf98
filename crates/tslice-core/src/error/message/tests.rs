//! Unit tests of `message`.

use super::{Message, ascii};

#[test]
fn numbers_read_as_format_writes_them() {
    for number in [
        0,
        7,
        -1,
        10,
        907,
        i128::from(i64::MIN),
        i128::MAX,
        i128::MIN,
    ] {
        let message = Message::new().text("n = ").number(number);
        assert_eq!(
            ascii(&message.bytes[..message.len]),
            std::format!("n = {number}")
        );
    }
    let list = Message::new().list(&[2, 0, 31]);
    assert_eq!(ascii(&list.bytes[..list.len]), "[2, 0, 31]");
}

#[test]
fn what_has_no_place_is_left_out() {
    let long = Message::new().list(&[usize::MAX; 100]);
    assert!(long.len <= Message::ROOM);
}
